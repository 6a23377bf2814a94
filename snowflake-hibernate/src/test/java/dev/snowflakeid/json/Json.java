package dev.snowflakeid.json;

/** The part of a mapper that both Jackson lines share. */
public interface Json {

  String write(Object value) throws Exception;

  String writeWithView(Class<?> view, Object value) throws Exception;

  <T> T read(String json, Class<T> type) throws Exception;

  <T> T update(T target, String json) throws Exception;

  /** Returns the same with an annotation mix-in. */
  Json withMixIn(Class<?> target, Class<?> mixIn);

  /** Returns the same with every coercion of scalars switched off. */
  Json withoutCoercions();

  /** Returns the same, not allowed to take annotations from private fields. */
  Json withoutInferredMutators();

  /** Returns the same with type ids for all types that are not final. */
  Json withDefaultTyping();
}
