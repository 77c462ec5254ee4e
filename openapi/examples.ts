import { type JsonSchema, nameOf } from './schemas.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/**
 * An example of a printed schema, put together from the examples of its parts. A part without an
 * example is the least that its type allows. A test holds every example against its schema, and so
 * finds a part that needs a better one.
 */
export const exampleOf = (schema: JsonSchema, components: Components): unknown => {
  const [own] = (schema.examples as unknown[] | undefined) ?? [];
  if (own !== undefined) return own;
  if (typeof schema.$ref === 'string')
    return exampleOf(resolved(schema.$ref, components), components);
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [part] = (schema.allOf as JsonSchema[] | undefined) ?? [];
  if (part !== undefined) return exampleOf(part, components);
  const options = (schema.oneOf ?? schema.anyOf) as JsonSchema[] | undefined;
  if (options?.[0] !== undefined) return ofOptions(options, components);
  return ofType(schema, components);
};

/** The schema behind a reference into the components. */
export const resolved = (ref: string, components: Components): JsonSchema => {
  const schema = components[nameOf(ref)];
  if (schema === undefined) throw new Error(`No component ${ref}.`);
  return schema;
};

/** The first option, but null where that says nothing: an optional text without an example. */
const ofOptions = (options: readonly JsonSchema[], components: Components): unknown => {
  const [first = {}] = options;
  const nullable = options.some((option) => option.type === 'null');
  const silent = first.type === 'string' && !('examples' in first) && !('enum' in first);
  return nullable && silent ? null : exampleOf(first, components);
};

const ofType = (schema: JsonSchema, components: Components): unknown => {
  const types = [schema.type].flat();
  if (types.includes('null')) return null;
  switch (types[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(
          ([name, property]) => [name, exampleOf(property, components)],
        ),
      );
    case 'array':
      return [exampleOf((schema.items ?? {}) as JsonSchema, components)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    default:
      return 'text';
  }
};
