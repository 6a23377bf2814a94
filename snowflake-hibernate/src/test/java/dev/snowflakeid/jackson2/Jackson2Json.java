package dev.snowflakeid.jackson2;

import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectMapper.DefaultTyping;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.snowflakeid.json.Json;

record Jackson2Json(ObjectMapper mapper) implements Json {

  Jackson2Json() {
    this(JsonMapper.builder().addModule(new Jdk8Module()).addModule(new SnowflakeModule()).build());
  }

  @Override
  public String write(Object value) throws Exception {
    return mapper.writeValueAsString(value);
  }

  @Override
  public String writeWithView(Class<?> view, Object value) throws Exception {
    return mapper.writerWithView(view).writeValueAsString(value);
  }

  @Override
  public <T> T read(String json, Class<T> type) throws Exception {
    return mapper.readValue(json, type);
  }

  @Override
  public <T> T update(T target, String json) throws Exception {
    return mapper.readerForUpdating(target).readValue(json);
  }

  @Override
  public Json withMixIn(Class<?> target, Class<?> mixIn) {
    return new Jackson2Json(mapper.copy().addMixIn(target, mixIn));
  }

  @Override
  public Json withoutCoercions() {
    JsonMapper strict =
        JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new SnowflakeModule())
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();
    for (CoercionInputShape shape : CoercionInputShape.values()) {
      strict.coercionConfigDefaults().setCoercion(shape, CoercionAction.Fail);
    }
    return new Jackson2Json(strict);
  }

  @Override
  public Json withoutInferredMutators() {
    return new Jackson2Json(
        JsonMapper.builder()
            .addModule(new SnowflakeModule())
            .disable(MapperFeature.INFER_PROPERTY_MUTATORS)
            .build());
  }

  @Override
  public Json withDefaultTyping() {
    return new Jackson2Json(
        mapper
            .copy()
            .activateDefaultTyping(
                BasicPolymorphicTypeValidator.builder().allowIfSubType(Object.class).build(),
                DefaultTyping.NON_FINAL));
  }
}
