package dev.snowflakeid.examples.quickstart;

/**
 * The primary key's index, as PostgreSQL reports it.
 *
 * @param leafDensity how full the leaf pages are, in percent
 */
record IndexSize(String keys, long rows, long bytes, double leafDensity) {}
