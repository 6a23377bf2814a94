package dev.snowflakeid;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.StoredSlot;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** A store behind a network that takes virtual time; if told so, one that tells no time. */
final class DistantStore {

  private final Hosts hosts;
  private final LeaseStore store;
  Duration there = Duration.ZERO;
  Duration back = Duration.ZERO;
  boolean tellsTime = true;
  private int calls;
  private int changeAfter = -1;
  private Runnable change = () -> {};

  DistantStore(Hosts hosts, LeaseStore store) {
    this.hosts = hosts;
    this.store = store;
  }

  /** Changes something once that many calls have been made. */
  void after(int calls, Runnable change) {
    changeAfter = calls;
    this.change = change;
  }

  LeaseStore store() {
    return (LeaseStore)
        Proxy.newProxyInstance(
            LeaseStore.class.getClassLoader(),
            new Class<?>[] {LeaseStore.class},
            (proxy, method, args) -> {
              if (method.getName().equals("describe")) {
                return method.invoke(store, args);
              }
              if (calls++ == changeAfter) {
                change.run();
              }
              hosts.pass(there);
              try {
                Object answer = method.invoke(store, args);
                return tellsTime ? answer : withoutTime(answer);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              } finally {
                hosts.pass(back);
              }
            });
  }

  private static Object withoutTime(Object answer) {
    if (answer instanceof LeaseView view) {
      return new LeaseView(
          view.namespaceRecord(), view.slots(), OptionalLong.empty(), view.generation());
    }
    return answer instanceof Optional<?> found && found.orElse(null) instanceof StoredSlot stored
        ? Optional.of(new StoredSlot(stored.slot(), OptionalLong.empty(), stored.ttlMillis()))
        : answer;
  }
}
