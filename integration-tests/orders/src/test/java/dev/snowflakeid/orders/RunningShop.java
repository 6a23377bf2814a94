package dev.snowflakeid.orders;

import dev.snowflakeid.examples.orders.Main;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The shop on a free port, with its own database. */
final class RunningShop implements AutoCloseable {

  private static final JsonMapper JSON = new JsonMapper();

  private final ConfigurableApplicationContext context;
  private final HttpClient client = HttpClient.newHttpClient();

  private RunningShop(ConfigurableApplicationContext context) {
    this.context = context;
  }

  static RunningShop open(String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.add("--server.port=0");
    all.add("--logging.level.org.springframework.web=error"); // a browser that leaves is no news
    return new RunningShop(SpringApplication.run(Main.class, all.toArray(String[]::new)));
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  String url() {
    return "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
  }

  HttpResponse<String> get(String path) throws IOException {
    return send(HttpRequest.newBuilder(URI.create(url() + path)).GET());
  }

  HttpResponse<String> post(String path, String json) throws IOException {
    return send(
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static JsonNode json(HttpResponse<String> response) {
    return JSON.readTree(response.body());
  }

  /** Runs a statement; returns the first column of what it answers, as text. */
  List<String> query(String sql) throws SQLException {
    try (Connection connection = bean(DataSource.class).getConnection();
        Statement statement = connection.createStatement()) {
      List<String> found = new ArrayList<>();
      boolean answers = statement.execute(sql);
      ResultSet rows = statement.getResultSet();
      while (answers && rows.next()) {
        found.add(rows.getString(1));
      }
      return found;
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
