package dev.snowflakeid.json.it;

import dev.snowflakeid.SnowflakeId;
import dev.snowflakeid.StringId;
import dev.snowflakeid.jackson2.SnowflakeModule;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** 1,000 entities, written and read with ids as strings and as numbers. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class JsonBenchmark {

  private static final int ENTITIES = 1_000;

  @Param({"JACKSON_2", "JACKSON_3"})
  private String line = "";

  @Param({"numbers", "strings"})
  private String ids = "";

  private final List<Order> orders = new ArrayList<>();
  private Codec codec = new Jackson2(false);
  private byte[] json = new byte[0];

  /** An entity of some width: two of nine attributes are ids. */
  public static class Order {
    @SnowflakeId public long id;
    @StringId public Long customerId = 0L;
    public String customer = "";
    public String city = "";
    public String status = "";
    public int items;
    public long version;
    public double amount;
    public boolean paid;
  }

  @Setup(Level.Trial)
  public void prepare() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < ENTITIES; i++) {
      Order order = new Order();
      order.id = Row.ID + ((long) i << 12);
      order.customerId = Row.ID - random.nextInt(1 << 30);
      order.customer = "customer " + random.nextInt(10_000);
      order.city = "city " + random.nextInt(100);
      order.status = "SHIPPED";
      order.items = random.nextInt(100);
      order.version = random.nextInt(10);
      order.amount = random.nextInt(100_000) / 100.0;
      order.paid = random.nextBoolean();
      orders.add(order);
    }
    boolean strings = ids.equals("strings");
    codec = line.equals("JACKSON_2") ? new Jackson2(strings) : new Jackson3(strings);
    json = codec.write(orders);
  }

  @Benchmark
  public byte[] write() throws Exception {
    return codec.write(orders);
  }

  @Benchmark
  public Order[] read() throws Exception {
    return codec.read(json);
  }

  private interface Codec {
    byte[] write(List<Order> orders) throws Exception;

    Order[] read(byte[] json) throws Exception;
  }

  private static final class Jackson2 implements Codec {
    private final com.fasterxml.jackson.databind.ObjectMapper mapper =
        new com.fasterxml.jackson.databind.json.JsonMapper();

    Jackson2(boolean strings) {
      if (strings) {
        mapper.registerModule(new SnowflakeModule());
      }
    }

    @Override
    public byte[] write(List<Order> orders) throws Exception {
      return mapper.writeValueAsBytes(orders);
    }

    @Override
    public Order[] read(byte[] json) throws Exception {
      return mapper.readValue(json, Order[].class);
    }
  }

  private static final class Jackson3 implements Codec {
    private final tools.jackson.databind.ObjectMapper mapper;

    Jackson3(boolean strings) {
      var builder = tools.jackson.databind.json.JsonMapper.builder();
      if (strings) {
        builder.addModule(new dev.snowflakeid.jackson3.SnowflakeModule());
      }
      mapper = builder.build();
    }

    @Override
    public byte[] write(List<Order> orders) {
      return mapper.writeValueAsBytes(orders);
    }

    @Override
    public Order[] read(byte[] json) {
      return mapper.readValue(json, Order[].class);
    }
  }
}
