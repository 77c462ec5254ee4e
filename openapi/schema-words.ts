import { type JsonSchema, nameOf } from './schemas.ts';

/** Where the section of a named schema is, such as `cards.md#card`. */
export type Link = (name: string) => string;

/** The named schemas and where each is described; the words about a schema need both. */
export type Words = { readonly schemas: Readonly<Record<string, JsonSchema>>; readonly link: Link };

/** So many values of a list are written out where they are used; longer lists have their section alone. */
const values_max = 8;

/** The section of one named schema: what it is for, its fields or values. */
export const sectionOf = (name: string, schema: JsonSchema, words: Words): string[] => {
  const { description } = schema;
  const fields = fieldsOf(schema, words);
  return [
    `### ${name}`,
    ...(description ? [String(description)] : []),
    fields.length > 0 ? fields.join('\n') : `Type: ${typeOf(schema, words)}.`,
  ];
};

/** One line for each field: its name, its type, whether it must be sent, and what it means. */
export const fieldsOf = (
  { properties = {}, required, additionalProperties }: JsonSchema,
  words: Words,
): string[] => {
  const needed = (required ?? []) as string[];
  const closed = additionalProperties === false;
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => {
    // A response has every field unless it says otherwise; in a request it matters which must be sent.
    const presence =
      closed && needed.includes(name)
        ? ', required'
        : closed || needed.includes(name)
          ? ''
          : ', optional';
    return lineOf(`\`${name}\``, `${typeOf(field, words)}${presence}`, field, words);
  });
};

/** `name` (type): description. A deprecated one says so. */
export const lineOf = (
  name: string,
  type: string,
  schema: JsonSchema,
  { schemas }: Words,
): string => {
  const text =
    schema.description ?? (schema.$ref ? schemas[nameOf(schema.$ref)]?.description : undefined);
  const words = [schema.deprecated ? 'Deprecated.' : '', text ?? '']
    .filter((one) => one !== '')
    .join(' ');
  return `- ${name} (${type})${words === '' ? '' : `: ${words}`}`;
};

/** The type of a schema in plain words, with links to named ones. */
export const typeOf = (schema: JsonSchema, words: Words): string => {
  if (schema.$ref) return namedType(nameOf(schema.$ref), words);
  const part = (schema.allOf as JsonSchema[] | undefined)?.[0];
  if (part && !schema.properties) return typeOf(part, words);
  const options = (schema.oneOf ?? schema.anyOf) as JsonSchema[] | undefined;
  if (options) return options.map((option) => typeOf(option, words)).join(' or ');
  if ('const' in schema) return `\`${schema.const}\``;
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(' or ');
  return [schema.type ?? 'anything']
    .flat()
    .map((type) => plainType(String(type), schema, words))
    .join(' or ');
};

const namedType = (name: string, words: Words): string => {
  const schema = words.schemas[name];
  if (schema && isWrittenOut(schema)) return typeOf(schema, words);
  const link = `[${name}](${words.link(name)})`;
  const values = schema?.enum;
  const short = Array.isArray(values) && values.length <= values_max;
  return short ? `${link}: ${values.map((value) => `\`${value}\``).join(' or ')}` : link;
};

/** A named id, number or boolean has no section: its type says all that there is. */
export const isWrittenOut = ({ type, pattern, enum: values }: JsonSchema): boolean =>
  values === undefined &&
  (['integer', 'number', 'boolean'].includes(String(type)) || idOf(pattern) !== undefined);

const plainType = (type: string, schema: JsonSchema, words: Words): string => {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  switch (type) {
    case 'array':
      return `list${rangeOf(minItems, maxItems)} of ${typeOf((schema.items ?? {}) as JsonSchema, words)}`;
    case 'integer':
    case 'number':
      return `${type}${rangeOf(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum)}`;
    case 'string':
      return idOf(schema.pattern) ?? `text${rangeOf(minLength, maxLength, ' characters')}`;
    case 'object':
      return mapOf(schema, words);
    default:
      return type;
  }
};

/** ` from 1 to 200 characters`, or the one bound that there is. */
const rangeOf = (least: unknown, most: unknown, unit = ''): string => {
  if (least === undefined && most === undefined) return '';
  const bounds = [least !== undefined && ` from ${least}`, most !== undefined && ` up to ${most}`];
  return `${bounds.filter((one) => one !== false).join('')}${unit}`;
};

/** `^card_[0-7]…$` is the pattern of an id. */
const idOf = (pattern: unknown): string | undefined => {
  const prefix = /^\^([a-z]+)_\[0-7\]/.exec(String(pattern))?.[1];
  return prefix && `id \`${prefix}_…\``;
};

const mapOf = ({ properties, additionalProperties }: JsonSchema, words: Words): string => {
  if (properties)
    return `object with ${Object.keys(properties)
      .map((name) => `\`${name}\``)
      .join(', ')}`;
  const values =
    typeof additionalProperties === 'object' ? (additionalProperties as JsonSchema) : undefined;
  return values ? `map of ${typeOf(values, words)}` : 'object';
};
