import { type JsonSchema, nameOf } from './schemas.ts';

type Operation = {
  readonly parameters?: readonly JsonSchema[];
  readonly responses?: Readonly<Record<string, unknown>>;
};
type Items = Readonly<Record<string, JsonSchema>>;
type Use = { readonly parameter: JsonSchema; readonly text: string; readonly operations: string[] };

/** A parameter that so many operations have alike is a component, which the operations refer to. */
const uses_min = 2;

/** The paths with references to the parameters that several operations have alike, and those parameters by name. */
export const withSharedParameters = (
  paths: Items,
): { paths: Items; parameters: Record<string, JsonSchema> } => {
  const names = namesOf(usesIn(paths));
  const parameters: Record<string, JsonSchema> = {};
  const refer = (parameter: JsonSchema): JsonSchema => {
    const name = names.get(JSON.stringify(parameter));
    if (name === undefined) return parameter;
    parameters[name] = parameter;
    return { $ref: `#/components/parameters/${name}` };
  };
  const shared = eachOperation(paths, (operation) => ({
    ...operation,
    ...(operation.parameters && { parameters: operation.parameters.map(refer) }),
  }));
  return { paths: shared, parameters };
};

/** The document with its shared parameters and responses in their places: for those who read it operation by operation. */
export const withPartsInPlace = <
  Document extends { readonly paths: object; readonly components: object },
>(
  document: Document,
): Document => {
  const components = document.components as Readonly<
    Record<string, Readonly<Record<string, unknown>> | undefined>
  >;
  const behind = (kind: string) => (part: unknown) => {
    const { $ref } = part as JsonSchema;
    return (typeof $ref === 'string' && components[kind]?.[nameOf($ref)]) || part;
  };
  const place = ({ parameters, responses, ...operation }: Operation) => ({
    ...operation,
    ...(parameters && { parameters: parameters.map(behind('parameters')) }),
    ...(responses && {
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, one]) => [status, behind('responses')(one)]),
      ),
    }),
  });
  const { webhooks } = document as { webhooks?: Items };
  return {
    ...document,
    paths: eachOperation(document.paths as Items, place),
    ...(webhooks && { webhooks: eachOperation(webhooks, place) }),
  };
};

const eachOperation = (items: Items, change: (operation: Operation) => object): Items =>
  Object.fromEntries(
    Object.entries(items).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, one]) => [method, change(one as Operation)]),
      ),
    ]),
  );

/** Every parameter that is not yet a reference, with the operations that have it. */
const usesIn = (paths: Items): readonly Use[] => {
  const uses = new Map<string, Use>();
  eachOperation(paths, (operation) => {
    const { operationId, parameters = [] } = operation as Operation & { operationId: string };
    for (const parameter of parameters.filter(({ $ref }) => $ref === undefined)) {
      const text = JSON.stringify(parameter);
      const use = uses.get(text) ?? { parameter, text, operations: [] };
      use.operations.push(operationId);
      uses.set(text, use);
    }
    return operation;
  });
  return [...uses.values()];
};

/** The form that most operations have gets the plain name; another is named after the first operation that has it. */
const namesOf = (uses: readonly Use[]): ReadonlyMap<string, string> => {
  const taken = new Set<string>();
  const shared = uses.filter(({ operations }) => operations.length >= uses_min);
  return new Map(
    shared
      .toSorted((one, other) => other.operations.length - one.operations.length)
      .map(({ parameter, text, operations: [first = ''] }) => {
        const plain = plainName(parameter);
        const name = taken.has(plain) ? `${plain}.${first}` : plain;
        taken.add(plain);
        return [text, name];
      }),
  );
};

/** `customer_id` in a path is `CustomerIdPath`: no schema has such a name. */
const plainName = ({ name, in: place }: JsonSchema): string =>
  `${name}_${place}`.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
