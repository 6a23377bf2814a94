package dev.snowflakeid.spring.plain;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application without entities. */
@SpringBootApplication
public class PlainApplication {}
