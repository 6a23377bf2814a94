package dev.snowflakeid.json.it;

import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.module.afterburner.AfterburnerModule;
import com.fasterxml.jackson.module.blackbird.BlackbirdModule;
import com.fasterxml.jackson.module.kotlin.KotlinModule;
import java.util.List;

/** The mappers that have to behave alike. */
enum Line {
  JACKSON_2("Jackson 2", jackson2(List.of())),
  JACKSON_2_AFTERBURNER("Jackson 2 with Afterburner", jackson2(List.of(new AfterburnerModule()))),
  JACKSON_2_BLACKBIRD("Jackson 2 with Blackbird", jackson2(List.of(new BlackbirdModule()))),
  JACKSON_3("Jackson 3", jackson3(List.of())),
  JACKSON_3_AFTERBURNER(
      "Jackson 3 with Afterburner",
      jackson3(List.of(new tools.jackson.module.afterburner.AfterburnerModule())));

  private final String title;
  private final Mapper mapper;

  Line(String title, Mapper mapper) {
    this.title = title;
    this.mapper = mapper;
  }

  Mapper mapper() {
    return mapper;
  }

  @Override
  public String toString() {
    return title;
  }

  static Mapper jackson2(List<com.fasterxml.jackson.databind.Module> more) {
    return new Jackson2(
        com.fasterxml.jackson.databind.json.JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new KotlinModule.Builder().build())
            .addModule(new dev.snowflakeid.jackson2.SnowflakeModule())
            .addModules(more)
            .addMixIn(Shapes.Plain.class, Shapes.PlainMixIn.class)
            .build());
  }

  static Mapper jackson3(List<tools.jackson.databind.JacksonModule> more) {
    return new Jackson3(
        tools.jackson.databind.json.JsonMapper.builder()
            .addModule(new tools.jackson.module.kotlin.KotlinModule.Builder().build())
            .addModule(new dev.snowflakeid.jackson3.SnowflakeModule())
            .addModules(more)
            .addMixIn(Shapes.Plain.class, Shapes.PlainMixIn.class)
            .build());
  }

  /** The part of a mapper that both lines share. */
  interface Mapper {
    String write(Object value) throws Exception;

    <T> T read(String json, Class<T> type) throws Exception;
  }

  record Jackson2(com.fasterxml.jackson.databind.json.JsonMapper mapper) implements Mapper {
    @Override
    public String write(Object value) throws Exception {
      return mapper.writeValueAsString(value);
    }

    @Override
    public <T> T read(String json, Class<T> type) throws Exception {
      return mapper.readValue(json, type);
    }
  }

  record Jackson3(tools.jackson.databind.json.JsonMapper mapper) implements Mapper {
    @Override
    public String write(Object value) {
      return mapper.writeValueAsString(value);
    }

    @Override
    public <T> T read(String json, Class<T> type) {
      return mapper.readValue(json, type);
    }
  }
}
