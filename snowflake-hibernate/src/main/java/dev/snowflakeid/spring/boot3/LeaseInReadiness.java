package dev.snowflakeid.spring.boot3;

import dev.snowflakeid.spring.LeaseHealth;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.health.AdditionalHealthEndpointPath;
import org.springframework.boot.actuate.health.HealthEndpointGroup;
import org.springframework.boot.actuate.health.HealthEndpointGroups;
import org.springframework.boot.actuate.health.HttpCodeStatusMapper;
import org.springframework.boot.actuate.health.StatusAggregator;

/** The groups as they are, with the leases as a member of {@code readiness}. */
record LeaseInReadiness(HealthEndpointGroups groups) implements HealthEndpointGroups {

  @Override
  public HealthEndpointGroup getPrimary() {
    return groups.getPrimary();
  }

  @Override
  public Set<String> getNames() {
    return groups.getNames();
  }

  @Override
  public @Nullable HealthEndpointGroup get(String name) {
    HealthEndpointGroup group = groups.get(name);
    return group != null && name.equals("readiness") ? new Readiness(group) : group;
  }

  private record Readiness(HealthEndpointGroup group) implements HealthEndpointGroup {

    @Override
    public boolean isMember(String name) {
      return name.equals(LeaseHealth.NAME) || group.isMember(name);
    }

    @Override
    public boolean showComponents(SecurityContext securityContext) {
      return group.showComponents(securityContext);
    }

    @Override
    public boolean showDetails(SecurityContext securityContext) {
      return group.showDetails(securityContext);
    }

    @Override
    public StatusAggregator getStatusAggregator() {
      return group.getStatusAggregator();
    }

    @Override
    public HttpCodeStatusMapper getHttpCodeStatusMapper() {
      return group.getHttpCodeStatusMapper();
    }

    @Override
    public @Nullable AdditionalHealthEndpointPath getAdditionalPath() {
      return group.getAdditionalPath();
    }
  }
}
