package dev.snowflakeid.config;

import dev.snowflakeid.lease.LeaseStore;
import dev.snowflakeid.lease.etcd.EtcdLeaseStore;
import dev.snowflakeid.lease.etcd.EtcdLeaseStoreBuilder;
import dev.snowflakeid.lease.jdbc.ConnectionSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Opens stores in etcd. Apart from the other settings, because it works only with jetcd. */
final class EtcdStores implements StoreOpener {

  private static final String REQUIRED = "must be set with lease.store=" + StoreKind.ETCD;

  private final Values values;
  private final List<String> endpoints;
  private final List<Consumer<EtcdLeaseStoreBuilder>> options = new ArrayList<>();

  EtcdStores(Values values) {
    this.values = values;
    endpoints =
        values.required(values.list(Key.LEASE_ETCD_ENDPOINTS), Key.LEASE_ETCD_ENDPOINTS, REQUIRED);
    if (endpoints.stream().anyMatch(endpoint -> endpoint.contains("@"))) {
      throw values.refused(
          Key.LEASE_ETCD_ENDPOINTS,
          "must hold no user and password, for which there are %s and %s"
              .formatted(Key.LEASE_ETCD_USER, Key.LEASE_ETCD_PASSWORD));
    }
    values.text(Key.LEASE_ETCD_PREFIX).ifPresent(prefix -> options.add(b -> b.prefix(prefix)));
    values.path(Key.LEASE_ETCD_CA).ifPresent(pem -> options.add(b -> b.authorities(pem)));
    if (values.both(Key.LEASE_ETCD_USER, Key.LEASE_ETCD_PASSWORD)) {
      String user = values.text(Key.LEASE_ETCD_USER).orElseThrow();
      String password = values.secret(Key.LEASE_ETCD_PASSWORD).orElseThrow();
      options.add(b -> b.user(user, password));
    }
    if (values.both(Key.LEASE_ETCD_CERTIFICATE, Key.LEASE_ETCD_KEY)) {
      Path certificate = values.path(Key.LEASE_ETCD_CERTIFICATE).orElseThrow();
      Path key = values.path(Key.LEASE_ETCD_KEY).orElseThrow();
      options.add(b -> b.certificate(certificate, key));
    }
  }

  @Override
  public LeaseStore open(
      ConnectionSource entityDatabase, Function<String, @Nullable Object> dataSources) {
    try {
      EtcdLeaseStoreBuilder builder = EtcdLeaseStore.builder(endpoints);
      options.forEach(option -> option.accept(builder));
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw values.refused(e, "lease.etcd.*");
    }
  }
}
