package dev.snowflakeid.json.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.datatype.hibernate7.Hibernate7Module;
import dev.snowflakeid.StringId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.util.List;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Entities that are not loaded, with Hibernate's modules of both lines. */
class LazyProxyTest {

  private static final long ID = Row.ID;

  @Entity(name = "customer")
  public static class Customer {
    @Id @StringId private @Nullable Long id = ID;
    private String name = "a";
    private long rank = 3;

    public @Nullable Long getId() {
      return id;
    }

    public String getName() {
      return name;
    }

    public long getRank() {
      return rank;
    }
  }

  @Entity(name = "city")
  public static class City {
    @Id private @Nullable Long id = 5L;
    @StringId private long mayorId = ID;

    public @Nullable Long getId() {
      return id;
    }

    public long getMayorId() {
      return mayorId;
    }
  }

  @Entity(name = "purchase")
  public static class Purchase {
    @Id @StringId public @Nullable Long id = ID;

    @ManyToOne(fetch = FetchType.LAZY)
    @JsonIgnoreProperties("name")
    public @Nullable Customer customer;

    @ManyToOne(fetch = FetchType.LAZY)
    public @Nullable City city;
  }

  enum Jackson {
    TWO,
    THREE;

    Line.Mapper mapper(boolean wrapped) {
      return this == TWO
          ? Line.jackson2(
              List.of(
                  new Hibernate7Module()
                      .enable(
                          Hibernate7Module.Feature.SERIALIZE_IDENTIFIER_FOR_LAZY_NOT_LOADED_OBJECTS)
                      .configure(Hibernate7Module.Feature.WRAP_IDENTIFIER_IN_OBJECT, wrapped)))
          : Line.jackson3(
              List.of(
                  new tools.jackson.datatype.hibernate7.Hibernate7Module()
                      .enable(
                          tools.jackson.datatype.hibernate7.Hibernate7Module.Feature
                              .SERIALIZE_IDENTIFIER_FOR_LAZY_NOT_LOADED_OBJECTS)
                      .configure(
                          tools.jackson.datatype.hibernate7.Hibernate7Module.Feature
                              .WRAP_IDENTIFIER_IN_OBJECT,
                          wrapped)));
    }
  }

  private final SessionFactory factory =
      new Configuration()
          .addAnnotatedClass(Customer.class)
          .addAnnotatedClass(City.class)
          .addAnnotatedClass(Purchase.class)
          .setProperty("hibernate.connection.url", "jdbc:h2:mem:lazy")
          .setProperty("hibernate.hbm2ddl.auto", "create-drop")
          .buildSessionFactory();

  @BeforeEach
  void store() {
    factory.inTransaction(
        session -> {
          Purchase purchase = new Purchase();
          purchase.customer = new Customer();
          purchase.city = new City();
          session.persist(purchase.customer);
          session.persist(purchase.city);
          session.persist(purchase);
        });
  }

  @AfterEach
  void close() {
    factory.close();
  }

  @ParameterizedTest
  @EnumSource(Jackson.class)
  void shouldWriteTheIdOfAProxyAsAString(Jackson jackson) throws Exception {
    Line.Mapper mapper = jackson.mapper(true);
    try (Session session = factory.openSession()) {
      Purchase purchase = session.find(Purchase.class, ID);

      assertEquals(
          "{\"id\":\"#\",\"customer\":{\"id\":\"#\"},\"city\":{\"id\":5}}".replace("#", "" + ID),
          inOrder(mapper.write(purchase)));
      assertEquals("{\"id\":\"" + ID + "\"}", mapper.write(purchase.customer));
      assertEquals("[{\"id\":\"" + ID + "\"}]", mapper.write(List.of(purchase.customer)));
    }
  }

  @ParameterizedTest
  @EnumSource(Jackson.class)
  void shouldWriteTheBareIdOfAProxyAsAString(Jackson jackson) throws Exception {
    try (Session session = factory.openSession()) {
      Purchase purchase = session.find(Purchase.class, ID);

      assertEquals(
          "{\"id\":\"#\",\"customer\":\"#\",\"city\":5}".replace("#", "" + ID),
          inOrder(jackson.mapper(false).write(purchase)));
    }
  }

  @ParameterizedTest
  @EnumSource(Jackson.class)
  void shouldWriteALoadedProxyAsTheEntity(Jackson jackson) throws Exception {
    try (Session session = factory.openSession()) {
      Purchase purchase = session.find(Purchase.class, ID);
      Hibernate.initialize(purchase.customer);

      assertEquals(
          "{\"id\":\"#\",\"customer\":{\"id\":\"#\",\"rank\":3},\"city\":{\"id\":5}}"
              .replace("#", "" + ID),
          inOrder(jackson.mapper(true).write(purchase)));
    }
  }

  /** Jackson 3 sorts what has no creator. */
  private static String inOrder(String json) {
    return json.replaceFirst(
        "^\\{(\"city\":(?:\\{[^}]*}|\\d+)),(\"customer\":.*),(\"id\":\"\\d+\")}$", "{$3,$2,$1}");
  }
}
