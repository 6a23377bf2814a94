package dev.snowflakeid.hibernate;

import dev.snowflakeid.SnowflakeId;
import java.io.Serial;
import java.lang.annotation.Annotation;
import java.lang.reflect.Member;
import java.util.EnumSet;
import org.hibernate.MappingException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.jspecify.annotations.Nullable;

/**
 * What Hibernate calls for an attribute with {@link SnowflakeId}. Holds no state beyond the
 * annotation's: Hibernate makes one or two instances per attribute, some of them never used.
 *
 * <p>Annotations of your own carry this class and {@code @SnowflakeId}:
 *
 * <pre>{@code
 * @IdGeneratorType(SnowflakeIdGenerator.class)
 * @SnowflakeId(namespace = "orders")
 * @Retention(RetentionPolicy.RUNTIME)
 * @interface OrderId {}
 * }</pre>
 */
// Annotation as type argument makes both initialize methods erase to the signatures in Hibernate's
// interface. The two-argument one does not exist before 7.3, the other is going away.
public class SnowflakeIdGenerator
    implements BeforeExecutionGenerator, AnnotationBasedGenerator<Annotation> {

  @Serial private static final long serialVersionUID = 1L;

  private String namespace = "";
  private boolean assigned;
  private boolean copiesId;
  private IdType type = IdType.LONG;

  /** Called by Hibernate before 7.3. */
  @Override
  public void initialize(Annotation annotation, Member member, GeneratorCreationContext context) {
    initialize(annotation, context, member);
  }

  /** Called by Hibernate from 7.3 on. */
  public void initialize(Annotation annotation, GeneratorCreationContext context) {
    initialize(annotation, context, GeneratedAttribute.member(context));
  }

  private void initialize(
      Annotation annotation, GeneratorCreationContext context, @Nullable Member member) {
    HibernateVersion.requireSupported();
    SnowflakeId snowflakeId = snowflakeId(annotation);
    namespace = snowflakeId.namespace();
    assigned = snowflakeId.assigned();
    GeneratedAttribute attribute = new GeneratedAttribute(context, member);
    type = IdType.of(attribute);
    copiesId = attribute.copiesId();
    context
        .getServiceRegistry()
        .requireService(SnowflakeBoot.class)
        .use(context.getDatabase(), namespace);
  }

  @Override
  public Object generate(
      SharedSessionContractImplementor session,
      Object owner,
      @Nullable Object currentValue,
      EventType eventType) {
    if ((assigned || copiesId) && currentValue != null && !currentValue.equals(0L)) {
      return currentValue;
    }
    return type.convert(
        session
            .getFactory()
            .getServiceRegistry()
            .requireService(SnowflakeRuntime.class)
            .next(namespace));
  }

  @Override
  public EnumSet<EventType> getEventTypes() {
    return EventTypeSets.INSERT_ONLY;
  }

  @Override
  public boolean allowAssignedIdentifiers() {
    return assigned;
  }

  private static SnowflakeId snowflakeId(Annotation annotation) {
    if (annotation instanceof SnowflakeId snowflakeId) {
      return snowflakeId;
    }
    SnowflakeId composed = annotation.annotationType().getAnnotation(SnowflakeId.class);
    if (composed == null) {
      throw new MappingException(
          "an annotation with @IdGeneratorType(SnowflakeIdGenerator.class) must carry @SnowflakeId: "
              + annotation);
    }
    return composed;
  }
}
