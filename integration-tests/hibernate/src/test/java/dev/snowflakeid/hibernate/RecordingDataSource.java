package dev.snowflakeid.hibernate;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Passes everything on and notes what reaches the driver: statements, and batches by size. */
final class RecordingDataSource {

  private final DataSource target;
  private final List<Execution> executed = new CopyOnWriteArrayList<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger opened = new AtomicInteger();

  RecordingDataSource(DataSource target) {
    this.target = target;
  }

  DataSource dataSource() {
    return handle(
        DataSource.class,
        (proxy, method, args) -> {
          Object result = invoke(target, method, args);
          return result instanceof Connection connection ? connection(connection) : result;
        });
  }

  /** Returns what was executed since the last call: {@code sql}, or {@code batch[size] sql}. */
  List<String> drain() {
    List<String> seen = executed.stream().map(Execution::sql).toList();
    executed.clear();
    return seen;
  }

  /** Like {@link #drain()}, without what other threads did, such as those that keep a lease. */
  List<String> drainOfThisThread() {
    Thread here = Thread.currentThread();
    executed.removeIf(execution -> execution.thread() != here);
    return drain();
  }

  /** Returns how many connections are open. */
  int open() {
    return open.get();
  }

  /** Returns how many connections were ever opened. */
  int opened() {
    return opened.get();
  }

  private record Execution(Thread thread, String sql) {}

  private void record(String sql) {
    executed.add(new Execution(Thread.currentThread(), sql));
  }

  private Connection connection(Connection connection) {
    open.incrementAndGet();
    opened.incrementAndGet();
    AtomicInteger closed = new AtomicInteger();
    return handle(
        Connection.class,
        (proxy, method, args) -> {
          Object result = invoke(connection, method, args);
          if (method.getName().equals("close") && closed.getAndIncrement() == 0) {
            open.decrementAndGet();
          }
          if (result instanceof PreparedStatement prepared) {
            return statement(PreparedStatement.class, prepared, (String) args[0]);
          }
          return result instanceof Statement plain ? statement(Statement.class, plain, "") : result;
        });
  }

  private <S extends Statement> S statement(Class<S> type, S statement, String sql) {
    AtomicInteger rows = new AtomicInteger();
    return handle(
        type,
        (proxy, method, args) -> {
          String name = method.getName();
          if (name.equals("addBatch")) {
            rows.incrementAndGet();
          } else if (name.equals("executeBatch")) {
            record("batch[%d] %s".formatted(rows.getAndSet(0), sql));
          } else if (name.startsWith("execute")) {
            record(args == null ? sql : String.valueOf(args[0]));
          }
          return invoke(statement, method, args);
        });
  }

  private static <T> T handle(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object invoke(Object target, Method method, Object[] args) throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
