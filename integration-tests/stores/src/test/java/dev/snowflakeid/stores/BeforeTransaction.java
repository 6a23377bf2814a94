package dev.snowflakeid.stores;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;

/** Does something right before a client sends a transaction. */
record BeforeTransaction(Runnable action) implements ClientInterceptor {

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    if (method.getFullMethodName().equals("etcdserverpb.KV/Txn")) {
      action.run();
    }
    return next.newCall(method, options);
  }
}
