package dev.snowflakeid.stores;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Passes bytes on to a local port until it freezes: then connections stay open and silent. */
final class FreezingProxy implements AutoCloseable {

  private final ServerSocket listener;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final int target;
  private volatile boolean frozen;

  FreezingProxy(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  void freeze() {
    frozen = true;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = keep(listener.accept());
        Socket server = keep(new Socket(InetAddress.getLoopbackAddress(), target));
        threads.execute(() -> pass(client, server));
        threads.execute(() -> pass(server, client));
      }
    } catch (IOException e) {
      frozen = true; // closed
    }
  }

  private Socket keep(Socket socket) {
    sockets.add(socket);
    return socket;
  }

  private void pass(Socket from, Socket to) {
    byte[] buffer = new byte[8_192];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (!frozen) {
          out.write(buffer, 0, n);
        }
      }
      to.close();
    } catch (IOException e) {
      frozen = true; // closed
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
