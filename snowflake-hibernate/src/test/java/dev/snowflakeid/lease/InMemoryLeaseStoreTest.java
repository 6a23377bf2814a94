package dev.snowflakeid.lease;

/** The contract holds for the store that the other tests rely on. */
class InMemoryLeaseStoreTest extends LeaseStoreContract {

  private final InMemoryLeaseStore store = new InMemoryLeaseStore(System::currentTimeMillis);

  @Override
  protected LeaseStore open() {
    return store;
  }
}
