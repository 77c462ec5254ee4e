import type { PrintedDocument } from '../../openapi/page-places.ts';
import { nameOf } from '../../openapi/schemas.ts';

/** A schema of the document, or one that hosts take: without `$ref`, lists of types and conditions. */
export type Schema = { readonly [keyword: string]: unknown };

/** The named schemas of a document. */
export type Schemas = PrintedDocument['components']['schemas'];

/** The named schemas, and the page of the reference on which each is. */
export type Named = { readonly schemas: Schemas; readonly pages: Readonly<Record<string, string>> };

/** Schemas of one name, each with the actions or variants that it belongs to. */
export type Labelled = { readonly label: string; readonly schema: Schema };

/** A longer list of values is in the reference: it would take more of a model's context than it helps. */
const values_max = 40;

/**
 * The members of a schema that a model reads. Patterns are for programs: the description says the
 * same in words.
 */
const kept = [
  'type',
  'enum',
  'minimum',
  'maximum',
  'maxLength',
  'minItems',
  'maxItems',
  'default',
  'description',
];

/**
 * The alternatives of a schema with its references resolved: itself, or what it combines. Each has the description and the
 * other words beside the reference.
 */
export const alternativesOf = (schema: Schema, schemas: Schemas): readonly Schema[] => {
  const { $ref, anyOf, oneOf, allOf, ...beside } = schema;
  if (typeof $ref === 'string') {
    const name = nameOf($ref);
    return alternativesOf(within({ ...schemas[name], name }, beside), schemas);
  }
  const combined = (anyOf ?? oneOf ?? allOf) as readonly Schema[] | undefined;
  if (!combined)
    return typesOf(schema).map((type) => (type === undefined ? schema : { ...schema, type }));
  return combined.flatMap((one) =>
    alternativesOf(one, schemas).map((inner) => within(inner, described(beside))),
  );
};

/** A schema with the words beside its reference. Its own words stay where they say what its values look like. */
const within = (inner: Schema, outer: Schema): Schema => {
  const [own, words] = [inner.description, outer.description ?? inner.description];
  const isOpaque = inner.pattern !== undefined || inner.format !== undefined || hasLongList(inner);
  const isSaid = own === undefined || String(words).includes(String(own));
  return {
    ...inner,
    ...outer,
    ...described({ description: isOpaque && !isSaid ? `${words} ${own}` : words }),
  };
};

const hasLongList = (schema: Schema): boolean =>
  Array.isArray(schema.enum) && schema.enum.length > values_max;

const described = ({ description }: Schema): Schema =>
  description === undefined ? {} : { description };

const typesOf = ({ type }: Schema): readonly unknown[] => (Array.isArray(type) ? type : [type]);

/** Whether a schema takes null. */
export const isNull = (one: Schema): boolean =>
  one.type === 'null' ||
  one.const === null ||
  (Array.isArray(one.enum) && one.enum.every((value) => value === null));

/** A schema as hosts take it; `nullable` where null does something that leaving the field out does not. */
export const hostSchema = (schema: Schema, named: Named, nullable = false): Schema => {
  const alternatives = alternativesOf(schema, named.schemas);
  const values = alternatives
    .filter((one) => !isNull(one))
    .map((one) => plain(one, named, nullable));
  const labelled = values.map((schema, at) => ({ label: variantOf(schema) ?? String(at), schema }));
  const merged: Schema = {
    ...merge(labelled),
    ...(nullable && alternatives.some(isNull) && { nullable: true }),
  };
  const isUnion = values.length > 1 && values.every(({ properties }) => properties !== undefined);
  return isUnion
    ? { ...merged, description: `${merged.description} ${fieldsText(labelled)}` }
    : merged;
};

/** The value by which an object is recognised among others, such as its `type`. */
const variantOf = ({ properties = {} }: Schema): string | undefined => {
  const values = Object.values(properties as Readonly<Record<string, Schema>>).map(
    (one) => one.enum,
  );
  const [only] = values.flatMap((all) => (Array.isArray(all) && all.length === 1 ? all : []));
  return only === undefined ? undefined : String(only);
};

/** Which fields an object has, or each of several; a star marks those that are required. */
export const fieldsText = (all: readonly Labelled[]): string =>
  all
    .map(({ label, schema: { properties = {}, required = [] } }) => {
      const isRequired = (name: string) => (required as readonly string[]).includes(name);
      const names = Object.keys(properties as object).map((name) =>
        isRequired(name) ? `${name}*` : name,
      );
      return all.length === 1 ? names.join(', ') : `${label}: ${names.join(', ')}.`;
    })
    .join(' ');

const plain = (schema: Schema, named: Named, nullable: boolean): Schema => {
  const { properties, items, additionalProperties, required = [], const: value } = schema;
  const words = Object.fromEntries(
    kept.flatMap((one) => (schema[one] === undefined ? [] : [[one, schema[one]]])),
  );
  const description = withForm(schema);
  const inner = (one: unknown) => hostSchema(one as Schema, named, nullable);
  const fields = (properties ?? {}) as Readonly<Record<string, Schema>>;
  const isRequired = (field: string) => (required as readonly string[]).includes(field);
  return {
    ...withShortValues({ ...words, ...described({ description }) }, schema.name, named),
    ...(value !== undefined && { enum: [value] }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(fields).map(([field, one]) => [
          field,
          hostSchema(one, named, nullable || isRequired(field)),
        ]),
      ),
    }),
    ...((required as readonly string[]).length > 0 && { required }),
    ...(items !== undefined && { items: inner(items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: inner(additionalProperties),
    }),
  };
};

const withShortValues = (words: Schema, name: unknown, { pages }: Named): Schema => {
  if (!hasLongList(words)) return words;
  const { enum: _values, description, ...rest } = words;
  const isStandard = /\bISO\b/.test(String(description));
  const page = pages[String(name)]?.replace('.md', '');
  return {
    ...rest,
    description: isStandard ? description : `${description} Listed in reference, page ${page}.`,
  };
};

/** A pattern or a format in words: an id is recognised by its prefix. */
const withForm = ({ description, pattern, format }: Schema): unknown => {
  const prefix = /^\^([a-z]+_)\[0-7\]/.exec(String(pattern))?.[1];
  if (prefix !== undefined) return `${String(description).replace(/\.$/, '')}: ${prefix}….`;
  const form = forms[String(format)];
  if (form === undefined || String(description).includes(form)) return description;
  return description === undefined ? `${form}.` : `${description} ${form}.`;
};

const forms: Readonly<Record<string, string>> = { date: 'YYYY-MM-DD', 'date-time': 'RFC 3339' };

/** One schema for a field that several actions or variants have: it takes what any of them takes. */
export const merge = (all: readonly Labelled[]): Schema => {
  const [first, ...others] = distinct(all);
  if (!first) return {};
  if (others.length === 0) return first.schema;
  const schemas = [first, ...others].map(({ schema }) => schema);
  if (new Set(schemas.map(({ type }) => type)).size > 1)
    return {
      anyOf: schemas.map(({ description: _words, ...rest }) => rest),
      ...wordsOf([first, ...others]),
    };
  return {
    ...(first.schema.type !== undefined && { type: first.schema.type }),
    ...valuesOf(schemas),
    ...boundsOf(schemas),
    ...(schemas.some(({ nullable }) => nullable) && { nullable: true }),
    ...wordsOf([first, ...others]),
    ...innerOf([first, ...others]),
  };
};

/** Equal schemas count once, under all their labels. */
const distinct = (all: readonly Labelled[]): readonly Labelled[] => {
  const found = new Map<string, Labelled>();
  for (const { label, schema } of all) {
    const text = JSON.stringify(schema);
    const same = found.get(text);
    found.set(text, { schema, label: same ? `${same.label}, ${label}` : label });
  }
  return [...found.values()];
};

const valuesOf = (schemas: readonly Schema[]): Schema =>
  schemas.every((one) => Array.isArray(one.enum))
    ? { enum: [...new Set(schemas.flatMap((one) => one.enum))] }
    : {};

const boundsOf = (schemas: readonly Schema[]): Schema => {
  const bound = (word: string, choose: (...all: number[]) => number) => {
    const all = schemas.map((one) => one[word]);
    return all.every((one) => typeof one === 'number')
      ? { [word]: choose(...(all as number[])) }
      : {};
  };
  const largest = ['maximum', 'maxLength', 'maxItems'].map((word) => bound(word, Math.max));
  return Object.assign(
    {},
    ...['minimum', 'minItems'].map((word) => bound(word, Math.min)),
    ...largest,
  );
};

/** Equal words count once; different ones say whose they are, and which values those take. */
const wordsOf = (all: readonly Labelled[]): Schema => {
  const lists = new Set(all.map(({ schema }) => JSON.stringify(schema.enum)));
  const words = distinct(
    all.map(({ label, schema }) => ({ label, schema: withValues(schema, lists.size > 1) })),
  );
  const texts = words.flatMap(({ label, schema: { description } }) =>
    description === undefined
      ? []
      : /^[\d, ]+$/.test(label) || words.length === 1
        ? description
        : `${label}: ${description}`,
  );
  return texts.length === 0 ? {} : { description: texts.join(' ') };
};

const withValues = ({ description, enum: values }: Schema, differ: boolean): Schema =>
  differ && Array.isArray(values) && values.length > 1
    ? { description: `${description ?? ''} (${values.join(', ')})` }
    : described({ description });

const innerOf = (all: readonly Labelled[]): Schema => {
  const parts = (word: string): readonly Labelled[] =>
    all.flatMap(({ label, schema }) =>
      schema[word] === undefined ? [] : [{ label, schema: schema[word] as Schema }],
    );
  const [properties, items, more] = [
    parts('properties'),
    parts('items'),
    parts('additionalProperties'),
  ];
  const required = requiredByAll(all);
  return {
    ...(properties.length > 0 && { properties: mergeFields(properties) }),
    ...(required.length > 0 && { required }),
    ...(items.length > 0 && { items: merge(items) }),
    ...(more.length > 0 && { additionalProperties: merge(more) }),
  };
};

const requiredByAll = (all: readonly Labelled[]): readonly string[] => {
  const [first = [], ...others] = all.map(
    ({ schema }) => (schema.required ?? []) as readonly string[],
  );
  return first.filter((name) => others.every((names) => names.includes(name)));
};

/** The fields of several objects, each once. */
export const mergeFields = (all: readonly Labelled[]): Readonly<Record<string, Schema>> => {
  const fields = new Map<string, Labelled[]>();
  for (const { label, schema } of all)
    for (const [name, one] of Object.entries(schema as Readonly<Record<string, Schema>>))
      fields.set(name, [...(fields.get(name) ?? []), { label, schema: one }]);
  return Object.fromEntries([...fields].map(([name, labelled]) => [name, merge(labelled)]));
};
