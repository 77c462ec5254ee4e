import { mediaOf, operationsOf, type PrintedDocument } from './page-places.ts';
import { type JsonSchema, nameOf } from './schemas.ts';

type Schemas = PrintedDocument['components']['schemas'];
type Media = { readonly schema: JsonSchema; example?: unknown };

/**
 * The document as it is served: one example of each resource, which the route that reads it has, and two events, one with
 * old values. The pages have an example of every response and event.
 */
export const withoutRepeatedExamples = <Document extends PrintedDocument>(
  document: Document,
): Document => {
  const served = structuredClone(document);
  const { paths, webhooks = {}, components } = served;
  const returned = operationsOf(paths).flatMap(({ method, operation: { responses } }) =>
    Object.values(responses).flatMap(({ content }) => {
      const media = mediaOf(content);
      return media ? [{ media, rank: rankOf(method, media, components.schemas) }] : [];
    }),
  );
  const delivered = operationsOf(webhooks).flatMap(
    ({ operation }) => mediaOf(operation.requestBody?.content) ?? [],
  );
  const ranked = returned.toSorted((one, other) => one.rank - other.rank).map(({ media }) => media);
  keepFirst(ranked, (media) => subjectOf(media, components.schemas));
  keepFirst(
    delivered,
    ({ example }) =>
      `previous ${(example as { previous?: unknown } | undefined)?.previous !== null}`,
  );
  return served;
};

/** The first of those about one subject keeps its example; one without a subject keeps it too. */
const keepFirst = (all: readonly Media[], subject: (media: Media) => string | undefined): void => {
  const shown = new Set<string>();
  for (const media of all) {
    if (media.example === undefined) continue;
    const about = subject(media);
    if (about === undefined) continue;
    if (shown.has(about)) delete media.example;
    shown.add(about);
  }
};

/** An operation that reads one resource comes first, one that changes it next, and lists last. */
const rankOf = (method: string, media: Media, schemas: Schemas): number => {
  if (itemOf(media, schemas)) return 2;
  return method === 'GET' ? 0 : 1;
};

/** The named schema of the resource, or of the items of a list. */
const subjectOf = (media: Media, schemas: Schemas): string | undefined => {
  const { $ref } = itemOf(media, schemas) ?? media.schema;
  return typeof $ref === 'string' ? nameOf($ref) : undefined;
};

const itemOf = ({ schema }: Media, schemas: Schemas): JsonSchema | undefined => {
  const { properties } =
    (typeof schema.$ref === 'string' ? schemas[nameOf(schema.$ref)] : undefined) ?? {};
  const { data, has_more } = (properties ?? {}) as Record<string, JsonSchema>;
  return has_more && (data?.items as JsonSchema | undefined);
};
