package dev.snowflakeid.benchmarks;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.f4b6a3.uuid.UuidCreator;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.core.SnowWorkerM1;
import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.lease.jdbc.JdbcLeaseStore;
import io.hypersistence.tsid.TSID;
import java.time.Duration;
import java.util.UUID;
import java.util.function.LongSupplier;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.agrona.concurrent.SnowflakeIdGenerator;
import org.agrona.concurrent.SystemEpochClock;
import org.h2.jdbcx.JdbcDataSource;

/** What is measured: this generator, others of its kind, and rulers. */
public enum Kind {
  /** With its lease, renewed by its own threads, in a database in memory. */
  SNOWFLAKE_HIBERNATE {
    @Override
    LongSupplier open() {
      return generator(SnowflakeLayout.DEFAULT)::next;
    }
  },
  COSID {
    @Override
    LongSupplier open() {
      return new MillisecondSnowflakeId(WORKER)::generate;
    }
  },
  HUTOOL {
    @Override
    LongSupplier open() {
      return new Snowflake(WORKER, 0)::nextId;
    }
  },
  MYBATIS_PLUS {
    @Override
    LongSupplier open() {
      return new Sequence(WORKER, 0)::nextId;
    }
  },
  AGRONA {
    @Override
    LongSupplier open() {
      return new SnowflakeIdGenerator(10, 12, WORKER, 0, SystemEpochClock.INSTANCE)::nextId;
    }
  },
  /** Takes ids from some milliseconds to come before it waits. */
  YITTER {
    @Override
    LongSupplier open() {
      IdGeneratorOptions options = new IdGeneratorOptions((short) WORKER);
      options.WorkerIdBitLength = 10;
      options.SeqBitLength = 12;
      return new SnowWorkerM1(options)::nextId;
    }
  },
  /** Takes ids from milliseconds to come, so nothing limits its rate. */
  HYPERSISTENCE_TSID {
    @Override
    LongSupplier open() {
      TSID.Factory factory = TSID.Factory.builder().withNodeBits(10).withNode(WORKER).build();
      return () -> factory.generate().toLong();
    }
  },
  /** Takes ids from milliseconds to come, so nothing limits its rate. */
  TSID_CREATOR {
    @Override
    LongSupplier open() {
      TsidFactory factory = TsidFactory.builder().withNodeBits(10).withNode(WORKER).build();
      return () -> factory.create().toLong();
    }
  },
  UUID_V7 {
    @Override
    LongSupplier open() {
      return () -> folded(UuidCreator.getTimeOrderedEpoch());
    }
  },
  UUID_V4 {
    @Override
    LongSupplier open() {
      return () -> folded(UUID.randomUUID());
    }
  },
  CURRENT_TIME_MILLIS {
    @Override
    LongSupplier open() {
      return System::currentTimeMillis;
    }
  };

  private static final int WORKER = 1;

  /** Opens it; what it needs ends with the process, which measures one kind. */
  abstract LongSupplier open();

  /** A generator under a real lease. */
  static SnowflakeGenerator generator(SnowflakeLayout layout) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    SnowflakeGenerator generator =
        SnowflakeGenerator.builder(new JdbcLeaseStore(database))
            .layout(layout)
            .failFast(true)
            .build();
    if (!ready(generator)) {
      throw new IllegalStateException(generator.status().toString());
    }
    return generator;
  }

  private static boolean ready(SnowflakeGenerator generator) {
    try {
      return generator.awaitReady(Duration.ofSeconds(30));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static long folded(UUID uuid) {
    return uuid.getMostSignificantBits() ^ uuid.getLeastSignificantBits();
  }
}
