import * as z from 'zod/mini';

/** A JSON Schema, 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = { [keyword: string]: unknown };

/** Prints zod schemas as JSON Schema; those with a meta `id` become components, which gather in `components`. */
export type SchemaPrinter = {
  readonly print: (schema: z.core.$ZodType) => JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
};

const refOf = (id: string) => `#/components/schemas/${id}`;

/** One printer makes the schemas of one document: a name that stands for two different schemas is refused. */
export const schemaPrinter = (): SchemaPrinter => {
  const components: Record<string, JsonSchema> = {};
  const keep = (id: string, printed: JsonSchema) => {
    const known = components[id];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(printed))
      throw new Error(`Two different schemas have the id ${id}.`);
    components[id] = printed;
  };
  const print = (schema: z.core.$ZodType): JsonSchema => {
    const { $schema: _dialect, $defs = {}, ...printed } = withComponentRefs(jsonSchemaOf(schema));
    for (const [id, definition] of Object.entries($defs as Record<string, JsonSchema>)) keep(id, definition);
    return printed;
  };
  return { print, components };
};

/** Input mode for answers too: output mode would print `additionalProperties: false`, and answers may grow. */
const jsonSchemaOf = (schema: z.core.$ZodType): JsonSchema =>
  z.toJSONSchema(schema, {
    io: 'input',
    metadata: ownMeta as typeof z.globalRegistry,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      asDeclared(jsonSchema as JsonSchema);
      if (zodSchema instanceof z.core.$ZodDiscriminatedUnion)
        Object.assign(jsonSchema, { discriminator: discriminatorOf(zodSchema) });
    },
  }) as JsonSchema;

/**
 * What a schema says about itself beyond the named schema it was made from: `Timestamp.check(z.meta({ description }))`
 * repeats the id of Timestamp in zod's registry, and should be printed as a reference to it with another description.
 */
const ownMeta: Pick<typeof z.globalRegistry, 'get'> = {
  get: (schema) => {
    const meta = z.globalRegistry.get(schema);
    const inherited = schema._zod.parent && z.globalRegistry.get(schema._zod.parent);
    if (meta === undefined || inherited?.id === undefined) return meta;
    return Object.fromEntries(Object.entries(meta).filter(([name, value]) => inherited[name] !== value));
  },
};

/** A schema whose checks zod cannot print says in its meta `printed` what the reference should show. */
const asDeclared = (jsonSchema: JsonSchema): void => {
  const { printed, description, examples } = jsonSchema;
  delete jsonSchema.id;
  if (printed === undefined) return;
  for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
  Object.assign(jsonSchema, printed, description && { description }, examples && { examples });
};

/** Without a mapping OpenAPI takes the values of the property for the names of the schemas, which they are not. */
const discriminatorOf = (union: z.core.$ZodDiscriminatedUnion) => {
  const propertyName = union._zod.def.discriminator;
  const mapping = union._zod.def.options.flatMap((option) => {
    const id = z.globalRegistry.get(option as z.core.$ZodType)?.id;
    const values = [...(option._zod.propValues?.[propertyName] ?? [])];
    return id === undefined ? [] : values.map((value) => [String(value), refOf(id)]);
  });
  return { propertyName, ...(mapping.length > 0 && { mapping: Object.fromEntries(mapping) }) };
};

const withComponentRefs = (jsonSchema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(jsonSchema), (keyword, value) =>
    keyword === '$ref' && typeof value === 'string' && value.startsWith('#/$defs/')
      ? refOf(value.slice('#/$defs/'.length))
      : value,
  );
