package dev.snowflakeid.idservice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the service is told at start. */
class OptionsIT {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--port=65536|--port must be from 0 to 65535: 65536",
        "--port=http|Invalid value for option '--port'",
        "--max-count=0|--max-count must be from 1 to 100000: 0",
        "--max-connections=0|--max-connections must be at least 1: 0",
        "--request-timeout=0|--request-timeout must be at least 1: 0",
        "--max-wait=-1|--max-wait must not be negative: -1",
        "--generators=65|--generators must be from 1 to 64: 65",
        "--bind=0.0.0.0|--bind must be a loopback address: 0.0.0.0",
        "--store=redis|Invalid value for option '--store'",
        "--store=jdbc|--store=jdbc needs --jdbc-url",
        "--store=etcd|--store=etcd needs --etcd-endpoints",
        "--jdbc-url=jdbc:h2:mem:a|--jdbc-url needs --store=jdbc",
        "--tls-key=key.pem|--tls-certificate and --tls-key go together: missing: --tls-certificate",
        "--tls-certificate=a.pem --tls-key=b.pem|--tls-certificate must be a file that can be read: a.pem",
        "--set=lease.tll=3s|unknown setting: --set=lease.tll; did you mean --set=lease.ttl?",
        "--set=max-wait=3s|--set=max-wait has no place here",
        "--set=workers=5-3|--set=workers",
        "--prot=8080|Unknown option: '--prot=8080'",
      })
  void shouldRefuseAnOptionWithItsRule(String option, String message) {
    try (Service service = Service.launch(Map.of(), option.split(" "))) {
      assertEquals(2, service.awaitExit(), service.log());
      assertTrue(service.log().contains(message), service.log());
      assertFalse(service.log().contains("\tat "), service.log());
    }
  }

  @Test
  void shouldTakeOptionsFromTheEnvironment() {
    try (Service service = Service.launch(Map.of("ID_SERVICE_MAX_COUNT", "many"))) {
      assertEquals(2, service.awaitExit(), service.log());
      assertTrue(service.log().contains("'--max-count'"), service.log());
    }
  }

  @Test
  void shouldTakeItsStoreFromTheEnvironmentBesideOptions() throws IOException {
    Map<String, String> environment =
        Map.of("ID_SERVICE_JDBC_URL", "jdbc:h2:mem:a;DB_CLOSE_DELAY=-1", "ID_SERVICE_PORT", "0");
    try (Service service = Service.launchAndAwait(environment, "--store=jdbc")) {
      service.awaitReady();
      assertEquals(1, Service.ids(service.post("/v1/ids")).size());
      assertFalse(service.log().contains("FOR TRYING OUT ONLY"), service.log());
    }
  }

  @Test
  void shouldNotShowASecret() {
    try (Service service =
        Service.launch(
            Map.of("ID_SERVICE_JDBC_PASSWORD", "se-cret", "ID_SERVICE_TOKEN", "to-ken"),
            "--port=0")) {
      assertEquals(2, service.awaitExit(), service.log());
      assertTrue(service.log().contains("--jdbc-password needs --store=jdbc"), service.log());
      assertFalse(service.log().contains("se-cret"), service.log());
      assertFalse(service.log().contains("to-ken"), service.log());
    }
  }

  @Test
  void shouldSayThatAPortIsTaken() {
    try (Service first = Service.start();
        Service second = Service.launch(Map.of(), "--port=" + first.address().getPort())) {
      assertEquals(1, second.awaitExit(), second.log());
      assertTrue(second.log().contains("Not started: "), second.log());
      assertFalse(second.log().contains("\tat "), second.log());
    }
  }
}
