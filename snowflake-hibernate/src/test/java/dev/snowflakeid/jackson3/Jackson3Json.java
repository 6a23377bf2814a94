package dev.snowflakeid.jackson3;

import dev.snowflakeid.json.Json;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

record Jackson3Json(JsonMapper mapper) implements Json {

  Jackson3Json() {
    this(JsonMapper.builder().addModule(new SnowflakeModule()).build());
  }

  @Override
  public String write(Object value) {
    return mapper.writeValueAsString(value);
  }

  @Override
  public String writeWithView(Class<?> view, Object value) {
    return mapper.writerWithView(view).writeValueAsString(value);
  }

  @Override
  public <T> T read(String json, Class<T> type) {
    return mapper.readValue(json, type);
  }

  @Override
  public <T> T update(T target, String json) {
    return mapper.readerForUpdating(target).readValue(json);
  }

  @Override
  public Json withMixIn(Class<?> target, Class<?> mixIn) {
    return new Jackson3Json(mapper.rebuild().addMixIn(target, mixIn).build());
  }

  @Override
  public Json withoutCoercions() {
    return new Jackson3Json(
        mapper
            .rebuild()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfigDefaults(
                config -> {
                  for (CoercionInputShape shape : CoercionInputShape.values()) {
                    config.setCoercion(shape, CoercionAction.Fail);
                  }
                })
            .build());
  }

  @Override
  public Json withoutInferredMutators() {
    return new Jackson3Json(
        mapper.rebuild().disable(MapperFeature.INFER_PROPERTY_MUTATORS).build());
  }

  @Override
  public Json withDefaultTyping() {
    return new Jackson3Json(
        mapper
            .rebuild()
            .activateDefaultTyping(
                BasicPolymorphicTypeValidator.builder().allowIfSubType(Object.class).build(),
                DefaultTyping.NON_FINAL)
            .build());
  }
}
