/**
 * OpenAPI schemas of swagger-core, which springdoc uses: attributes marked with {@link
 * dev.snowflakeid.StringId} are strings.
 */
@NullMarked
package dev.snowflakeid.openapi;

import org.jspecify.annotations.NullMarked;
