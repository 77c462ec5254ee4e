import { type JsonSchema, nameOf } from './schemas.ts';

type Media = {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
};

/** A response of an operation, or a reference to one that many share. */
export type PrintedResponse = {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
};

/** The parts of an operation that the pages show. */
export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  /** Each route has one; the tag of events describes them all. */
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags: readonly string[];
  readonly parameters?: readonly JsonSchema[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, Media>>;
  };
  readonly responses: Readonly<Record<string, PrintedResponse>>;
};

type Items = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** The printed document, as far as the pages read it. */
export type PrintedDocument = {
  readonly info: { readonly title: string; readonly summary: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Items;
  readonly webhooks: Items;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, PrintedResponse>>;
    readonly parameters: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
  };
};

/** Every operation of some items with its method and path. */
export const operationsOf = (items: Items) =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

/** The one schema of a body, its example beside it. */
export const mediaOf = <M>(content: Readonly<Record<string, M>> | undefined): M | undefined =>
  Object.values(content ?? {})[0];

/** The page of each named schema, and that of each type of event. */
export type Places = {
  readonly schemas: Readonly<Record<string, string>>;
  readonly events: Readonly<Record<string, string>>;
};

/**
 * A schema is on the page of the first route that reads it, else of the first that sends or returns
 * it. A schema inside of others is on their page if that is one, else among the objects that many
 * use. An event is on the page of the object that it is about, or of the part of it that its type
 * names: `card.pin_changed` is on `card-pins`.
 */
export const placesOf = ({ paths, webhooks, components: { schemas } }: PrintedDocument): Places => {
  const pages: Record<string, string> = {};
  for (const reads of [true, false])
    for (const { operation } of operationsOf(paths).filter(
      (one) => (one.method === 'GET') === reads,
    ))
      for (const body of [operation.requestBody, ...Object.values(operation.responses)])
        pages[nameOf(mediaOf(body?.content)?.schema.$ref)] ??= `${operation.tags[0]}.md`;
  const within = usersOf(schemas);
  const placeOf = (name: string, seen: ReadonlySet<string>): string | undefined => {
    if (pages[name]) return pages[name];
    const users = (within[name] ?? []).filter((user) => !seen.has(user));
    const places = new Set(users.map((user) => placeOf(user, new Set([...seen, name]))));
    places.delete(undefined);
    return places.size > 1 ? shared : [...places][0];
  };
  const placed = Object.fromEntries(
    Object.keys(schemas).map((name) => [name, placeOf(name, new Set()) ?? shared]),
  );
  const tags = operationsOf(paths).flatMap(({ operation }) => operation.tags);
  const parts = [...new Set(tags)].filter((tag) => tag.includes('-'));
  const events = operationsOf(webhooks).map(({ path: type, operation }) => {
    const data = dataOf(operation, schemas);
    const part = parts.find((tag) =>
      type.replaceAll(/[._]/g, '-').startsWith(`${tag.replace(/s$/, '')}-`),
    );
    const ofObject = data.$ref ? placed[nameOf(data.$ref)] : undefined;
    return [type, part ? `${part}.md` : (ofObject ?? `${operation.tags[0]}.md`)] as const;
  });
  return { schemas: placed, events: Object.fromEntries(events) };
};

/** The name of the schema of an event's body. */
export const bodyNameOf = ({ requestBody }: Operation): string =>
  nameOf(mediaOf(requestBody?.content)?.schema.$ref);

const dataOf = (
  operation: Operation,
  schemas: PrintedDocument['components']['schemas'],
): JsonSchema => {
  const { data } = (schemas[bodyNameOf(operation)]?.properties ?? {}) as Record<string, JsonSchema>;
  return data ?? {};
};

const shared = 'objects.md';

/** By named schema: those that refer to it. Events do not count: each is placed by its data. */
const usersOf = (schemas: PrintedDocument['components']['schemas']): Record<string, string[]> => {
  const users: Record<string, string[]> = {};
  for (const [user, schema] of Object.entries(schemas)) {
    if (user.endsWith('Event')) continue;
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g))
      users[name] = [...new Set([...(users[name] ?? []), user])];
  }
  return users;
};
