package dev.snowflakeid.hibernate;

import java.util.EnumSet;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;

/** Placeholder, replaced with the Hibernate integration. */
public class SnowflakeIdGenerator implements BeforeExecutionGenerator {
  @Override
  public Object generate(
      SharedSessionContractImplementor session, Object owner, Object value, EventType event) {
    throw new UnsupportedOperationException();
  }

  @Override
  public EnumSet<EventType> getEventTypes() {
    return EventTypeSets.INSERT_ONLY;
  }
}
