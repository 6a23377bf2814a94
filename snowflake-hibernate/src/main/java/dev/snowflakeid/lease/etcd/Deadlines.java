package dev.snowflakeid.lease.etcd;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Gives every call a deadline. jetcd has none and waits for a server as long as it takes: a call
 * that its caller has given up would be carried out when etcd is back.
 */
final class Deadlines implements ClientInterceptor {

  private final long nanos;

  Deadlines(Duration deadline) {
    this.nanos = deadline.toNanos();
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    return next.newCall(method, options.withDeadlineAfter(nanos, TimeUnit.NANOSECONDS));
  }
}
