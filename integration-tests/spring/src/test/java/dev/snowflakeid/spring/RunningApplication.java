package dev.snowflakeid.spring;

import dev.snowflakeid.support.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application on a free port, talked to over HTTP. */
record RunningApplication(ConfigurableApplicationContext context) implements AutoCloseable {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** Starts an application with the data source and nothing else, but for what the test adds. */
  static RunningApplication start(Class<?> application, Database database, String... settings) {
    List<String> arguments = new ArrayList<>();
    for (String setting : settings) {
      arguments.add("--" + setting);
    }
    arguments.add("--spring.datasource.url=" + database.jdbcUrl());
    arguments.add("--spring.datasource.username=" + database.user());
    arguments.add("--spring.datasource.password=" + database.password());
    return new RunningApplication(
        new SpringApplicationBuilder(application)
            .properties(
                "server.port=0",
                "spring.main.banner-mode=off",
                "spring.jpa.hibernate.ddl-auto=update",
                "spring.flyway.enabled=false",
                "management.endpoint.health.probes.enabled=true",
                "management.endpoint.health.show-details=always",
                "management.endpoints.web.exposure.include=health,metrics,prometheus")
            .run(arguments.toArray(String[]::new)));
  }

  HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(uri(path)).GET());
  }

  HttpResponse<String> post(String path) {
    return send(HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.noBody()));
  }

  private URI uri(String path) {
    String port = context.getEnvironment().getRequiredProperty("local.server.port");
    return URI.create("http://localhost:" + port + path);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
