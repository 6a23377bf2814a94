package dev.snowflakeid.spring.shop;

import org.springframework.data.jpa.repository.JpaRepository;

interface Purchases extends JpaRepository<Purchase, Long> {}
