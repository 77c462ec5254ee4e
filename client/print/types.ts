/** The part of JSON Schema, 2020-12, that the OpenAPI document uses. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly maxProperties?: number;
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
};

/** The name of the component that a schema refers to. */
export const componentOf = ({ $ref }: Schema): string | undefined =>
  $ref?.replace('#/components/schemas/', '');

/** A schema as a type of TypeScript. Bounds, patterns and formats say nothing to it. */
export const typeOf = (schema: Schema): string => {
  const name = componentOf(schema);
  if (name !== undefined) return name;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((one) => JSON.stringify(one)));
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return union(options.map(typeOf));
  if (typeof schema.type === 'object') {
    // An object without members stands beside null for generators that know no type of null alone.
    const types = schema.type.filter((type) => type !== 'object' || schema.maxProperties !== 0);
    return union(types.map((type) => typeOf({ ...schema, type })));
  }
  // A schema beside a reference wraps the reference.
  if (schema.type === undefined && schema.allOf) return schema.allOf.map(typeOf).join(' & ');
  return ofKind(schema);
};

const ofKind = (schema: Schema): string => {
  switch (schema.type) {
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return `Array<${schema.items ? typeOf(schema.items) : 'unknown'}>`;
    case 'object':
      return ofObject(schema);
    default:
      return 'unknown';
  }
};

const ofObject = ({ properties, required = [], additionalProperties }: Schema): string => {
  const others =
    typeof additionalProperties === 'object' ? typeOf(additionalProperties) : undefined;
  const members = Object.entries(properties ?? {}).map(
    ([name, schema]) =>
      `${comment(schema.description)}${member(name, required.includes(name))}${typeOf(schema)}${
        required.includes(name) ? '' : ' | undefined'
      };`,
  );
  if (members.length === 0)
    return `Record<string, ${others ?? (additionalProperties === false ? 'never' : 'unknown')}>`;
  return `{\n${members.join('\n')}\n${others ? `[name: string]: unknown;\n` : ''}}`;
};

const member = (name: string, isRequired: boolean): string =>
  `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isRequired ? '' : '?'}: `;

/** A description where an editor shows it. */
export const comment = (description: string | undefined): string =>
  description === undefined
    ? ''
    : `/** ${description.replaceAll('*/', '*\\/').replaceAll('\n', '\n * ')} */\n`;

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
