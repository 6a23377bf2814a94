package dev.snowflakeid.json.it

import dev.snowflakeid.StringId

data class KotlinLong(@param:StringId val id: Long)

data class KotlinField(@field:StringId val id: Long)

data class KotlinNullable(@param:StringId val id: Long?)

data class KotlinList(@param:StringId val ids: List<Long>)

class KotlinProperty {
  @StringId var id: Long = 0
}

@JvmInline value class KotlinOrderId(val value: Long)

data class KotlinValueParameter(@param:StringId val id: KotlinOrderId)

data class KotlinValueGetter(@get:StringId @param:StringId val id: KotlinOrderId)

// Java does not see their constructors.
fun valueParameter(id: Long): Any = KotlinValueParameter(KotlinOrderId(id))

fun valueGetter(id: Long): Any = KotlinValueGetter(KotlinOrderId(id))
