package dev.snowflakeid.hibernate;

import java.lang.reflect.InvocationTargetException;
import org.hibernate.StatelessSession;

/** {@code StatelessSession.insert}, which returns an id before 8.0 and nothing since. */
final class Stateless {

  private Stateless() {}

  static void insert(StatelessSession session, Object entity) {
    try {
      StatelessSession.class.getMethod("insert", Object.class).invoke(session, entity);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(e);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
