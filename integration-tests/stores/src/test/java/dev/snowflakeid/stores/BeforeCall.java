package dev.snowflakeid.stores;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;

/** Does something right before a client makes certain calls. */
record BeforeCall(String method, Runnable action) implements ClientInterceptor {

  static BeforeCall transaction(Runnable action) {
    return new BeforeCall("etcdserverpb.KV/Txn", action);
  }

  static BeforeCall revocation(Runnable action) {
    return new BeforeCall("etcdserverpb.Lease/LeaseRevoke", action);
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> called, CallOptions options, Channel next) {
    if (called.getFullMethodName().equals(method)) {
      action.run();
    }
    return next.newCall(called, options);
  }
}
