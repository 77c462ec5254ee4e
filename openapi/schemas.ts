import * as z from 'zod/mini';

/** A JSON Schema, 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = { [keyword: string]: unknown };

/** Prints zod schemas as JSON Schema. Those with a meta `id` become `components`. */
export type SchemaPrinter = {
  readonly print: (schema: z.core.$ZodType) => JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
};

const refOf = (id: string) => `#/components/schemas/${id}`;

/** The name of the component that a reference leads to. */
export const nameOf = (ref: unknown): string => String(ref).slice(String(ref).lastIndexOf('/') + 1);

/** One printer makes the schemas of one document. Two different schemas with one name are an error. */
export const schemaPrinter = (): SchemaPrinter => {
  const components: Record<string, JsonSchema> = {};
  const keep = (id: string, printed: JsonSchema) => {
    const known = components[id];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(printed))
      throw new Error(`Two different schemas have the id ${id}.`);
    components[id] = printed;
  };
  const print = (schema: z.core.$ZodType): JsonSchema => {
    const { $schema: _dialect, $defs = {}, ...printed } = jsonSchemaOf(schema, print);
    const definitions = $defs as Record<string, JsonSchema>;
    const describe = (id: string) => (definitions[id] ?? components[id])?.description;
    for (const [id, definition] of Object.entries(definitions))
      keep(id, portable(definition, describe));
    return portable(printed, describe);
  };
  return { print, components };
};

type Print = SchemaPrinter['print'];

/** Input mode for responses too: output mode would print `additionalProperties: false`, and responses may grow. */
const jsonSchemaOf = (schema: z.core.$ZodType, print: Print): JsonSchema =>
  z.toJSONSchema(schema, {
    io: 'input',
    metadata: ownMeta as typeof z.globalRegistry,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      asDeclared(jsonSchema as JsonSchema, print);
      if (zodSchema instanceof z.core.$ZodDiscriminatedUnion)
        Object.assign(jsonSchema, { discriminator: discriminatorOf(zodSchema) });
    },
  }) as JsonSchema;

/**
 * A schema's own meta, without the members that it takes from the named schema it was made from.
 * `Timestamp.check(z.meta({ description }))` repeats the id of Timestamp in zod's registry, and
 * should be printed as a reference to it with another description.
 */
const ownMeta: Pick<typeof z.globalRegistry, 'get'> = {
  get: (schema) => {
    const meta = z.globalRegistry.get(schema);
    const inherited = schema._zod.parent && z.globalRegistry.get(schema._zod.parent);
    if (meta === undefined || inherited?.id === undefined) return meta;
    return Object.fromEntries(
      Object.entries(meta).filter(([name, value]) => inherited[name] !== value),
    );
  },
};

/**
 * A schema whose checks zod cannot print has a meta `printed`: a schema of either kind, or a function that makes one where that
 * costs something.
 */
const asDeclared = (jsonSchema: JsonSchema, print: Print): void => {
  const { printed: declared, description, examples } = jsonSchema;
  delete jsonSchema.id;
  if (declared === undefined) return;
  const printed = typeof declared === 'function' ? declared() : declared;
  for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
  const shown = printed instanceof z.core.$ZodType ? print(printed) : printed;
  Object.assign(jsonSchema, shown, description && { description }, examples && { examples });
};

/** Without a mapping OpenAPI takes the values of the property as names of schemas. */
const discriminatorOf = (union: z.core.$ZodDiscriminatedUnion) => {
  const propertyName = union._zod.def.discriminator;
  const mapping = union._zod.def.options.flatMap((option) => {
    const id = z.globalRegistry.get(option as z.core.$ZodType)?.id;
    const values = [...(option._zod.propValues?.[propertyName] ?? [])];
    return id === undefined ? [] : values.map((value) => [String(value), refOf(id)]);
  });
  return { propertyName, ...(mapping.length > 0 && { mapping: Object.fromEntries(mapping) }) };
};

/** Values, not schemas. */
const data: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/** The description of a named schema. */
type Describe = (id: string) => unknown;

/** The same in the words that most tools read: generators of clients stumble over the rest of JSON Schema. */
const portable = <Part>(part: Part, describe: Describe): Part => {
  if (Array.isArray(part)) return part.map((one) => portable(one, describe)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).map(([name, member]) => [
    name,
    data.has(name) ? member : portable(member, describe),
  ]);
  return portableNode(Object.fromEntries(members), describe) as Part;
};

const portableNode = (node: JsonSchema, describe: Describe): JsonSchema => {
  if (typeof node.$ref === 'string') return reference(node.$ref, node);
  if (node.type === 'integer') return integer(node);
  if (node.type === 'object') return object(node);
  return Array.isArray(node.anyOf) ? nullable(node, node.anyOf, describe) : node;
};

/**
 * Some tools ignore what stands beside a reference, and others fail. The other members that zod
 * prints there are part of the target.
 */
const reference = (to: string, { description, default: fallback }: JsonSchema): JsonSchema => {
  const $ref = to.replace('#/$defs/', refOf(''));
  if (description === undefined && fallback === undefined) return { $ref };
  return {
    allOf: [{ $ref }],
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
  };
};

/** The format follows from the maximum. */
const integer = ({ minimum, maximum, ...rest }: JsonSchema): JsonSchema => {
  const narrow = typeof maximum === 'number' && maximum < 2 ** 31;
  return { ...rest, format: narrow ? 'int32' : 'int64', minimum, maximum };
};

/** A map with any keys has no `propertyNames`, and one without fields no `properties`. */
const object = ({ propertyNames, properties, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  ...(JSON.stringify(propertyNames) !== '{"type":"string"}' &&
    propertyNames !== undefined && {
      propertyNames: { type: 'string', ...(propertyNames as object) },
    }),
  ...(Object.keys(properties ?? {}).length > 0 && { properties }),
  ...(JSON.stringify(rest.additionalProperties) === '{}' && { additionalProperties: true }),
});

/**
 * A plain value or null is one schema of two types. In a union, null is one more of the options:
 * openapi-generator's Java reads no null where only a reference to the union says it. A description
 * of the reference stands outside of the union.
 */
const nullable = (
  node: JsonSchema,
  options: readonly JsonSchema[],
  describe: Describe,
): JsonSchema => {
  const [value = {}, other] = options;
  if (other?.type !== 'null' || options.length !== 2) return node;
  const { anyOf: _options, ...outside } = node;
  if (Array.isArray(value.allOf))
    return { anyOf: [value.allOf[0], other], description: value.description, ...outside };
  if (typeof value.$ref === 'string')
    return { ...node, description: node.description ?? describe(nameOf(value.$ref)) };
  if (Array.isArray(value.oneOf)) {
    // Null has no member to tell it by.
    const { discriminator: _discriminator, ...union } = value;
    return { ...union, ...outside, oneOf: [...value.oneOf, other] };
  }
  if (typeof value.type !== 'string') return node;
  return {
    ...value,
    ...outside,
    type: [value.type, 'null'],
    ...(Array.isArray(value.enum) && nullAmong(value.enum)),
  };
};

const nullAmong = (values: readonly unknown[]) => ({ enum: [...values, null] });
