package dev.snowflakeid.stores;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An authority of one's own, with a server and a client that it vouches for, made by openssl. */
record TestCertificates(Path folder) {

  private static final List<String> NEW_KEY =
      List.of("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes");

  static TestCertificates create(Path folder) throws IOException, InterruptedException {
    TestCertificates certificates = new TestCertificates(folder);
    certificates.authority("authority");
    certificates.authority("stranger");
    certificates.signed("server");
    certificates.signed("client");
    return certificates;
  }

  Path certificate(String name) {
    return folder.resolve(name + ".pem");
  }

  Path key(String name) {
    return folder.resolve(name + ".key");
  }

  private void authority(String name) throws IOException, InterruptedException {
    issue(name, List.of());
  }

  private void signed(String name) throws IOException, InterruptedException {
    issue(
        name,
        List.of("-CA", certificate("authority").toString(), "-CAkey", key("authority").toString()));
  }

  private void issue(String name, List<String> signer) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("openssl", "req", "-x509", "-days", "1"));
    command.addAll(NEW_KEY);
    command.addAll(List.of("-subj", "/CN=" + name, "-addext", "subjectAltName=IP:127.0.0.1"));
    if (!signer.isEmpty()) {
      command.addAll(List.of("-addext", "basicConstraints=critical,CA:FALSE"));
    }
    command.addAll(signer);
    command.addAll(List.of("-out", certificate(name).toString(), "-keyout", key(name).toString()));
    Path log = folder.resolve("openssl.log");
    Process openssl =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (!openssl.waitFor(30, TimeUnit.SECONDS) || openssl.exitValue() != 0) {
      throw new IOException("openssl has made no certificate, see " + log);
    }
  }
}
