import * as z from 'zod/mini';
import { catalogue } from '../functions/core/error-catalogue.ts';
import { errorsOf } from '../functions/core/errors.ts';
import { derivedObjects } from '../functions/core/resource.ts';
import { scopeOf } from '../functions/core/resource-routes.ts';
import type { Route } from '../functions/core/route.ts';
import { exampleOf, resolved } from './examples.ts';
import {
  type AnswerHeader,
  deprecatedAnswer,
  everyAnswer,
  headerRefs,
  keptAnswer,
  sharedParametersOf,
} from './headers.ts';
import type { ErrorPrinter } from './problem.ts';
import type { JsonSchema, SchemaPrinter } from './schemas.ts';

/** A call that was made, and what it was answered. */
type Recorded = { readonly body?: unknown; readonly answer?: unknown };

/** By operation: what a running service was asked and answered. */
export type RecordedExamples = { readonly [operation: string]: Recorded };

/** One operation of the document: all that a route's declaration says. */
export const operationOf = (
  route: Route,
  printer: SchemaPrinter,
  refusals: ErrorPrinter,
  recorded: Recorded = {},
): JsonSchema => {
  const answer = route.returns.body && printer.print(route.returns.body);
  const forms = answer ? formsOf(answer, printer) : [];
  const sent = route.body && printer.print(route.body);
  checkDeprecatedFields(route, [...forms, ...(sent ? formsOf(sent, printer) : [])]);
  const versioned =
    forms.length > 0 && forms.every((fields) => 'version' in fields && 'id' in fields);
  const derived = forms.some(({ object }) => derivedObjects.has(String(object?.const)));
  const comparable = route.kept_seconds !== undefined || (versioned && !derived);
  const parameters = [
    ...ownParameters(route.params, 'path', printer),
    ...ownParameters(route.query, 'query', printer),
    ...sharedParametersOf(route, comparable).map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
  ];
  return {
    operationId: route.id,
    tags: [route.id.slice(0, route.id.indexOf('.'))],
    summary: route.summary,
    description: descriptionOf(route),
    ...(route.deprecated && !route.deprecated.fields && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(sent && {
      requestBody: requestBody(route, sent, recorded.body ?? exampleOf(sent, printer.components)),
    }),
    responses: responses(
      route,
      answer && {
        schema: answer,
        example: recorded.answer ?? exampleOf(answer, printer.components),
      },
      { versioned, comparable },
      refusals,
    ),
    ...(route.public && { security: [] }),
  };
};

/** The whole description of a route, with its summary, since many tools show nothing else, and the scope that it needs. */
const descriptionOf = (route: Route): string => {
  const scope = scopeOf(route);
  const sentences = [
    `${route.summary}.`,
    ...(route.description === undefined ? [] : [route.description]),
    ...deprecationWords(route),
  ].join(' ');
  return route.public || !scope
    ? sentences
    : `${sentences}\n\nA restricted key needs \`${scope}\`.`;
};

const deprecationWords = ({ deprecated }: Route): string[] => {
  if (!deprecated) return [];
  const { since, sunset, instead, fields = [] } = deprecated;
  const what = fields.map((name) => `\`${name}\``).join(', ') || 'This route';
  const end = sunset === undefined ? '' : ` and may be gone from ${sunset} on`;
  return [
    `${what} ${fields.length > 1 ? 'are' : 'is'} deprecated since ${since}${end}. ${instead}`,
  ];
};

/** Throws where a route and the forms of its body and response do not name the same deprecated fields. */
const checkDeprecatedFields = (
  route: Route,
  forms: readonly Record<string, JsonSchema>[],
): void => {
  const marked = forms.flatMap((fields) =>
    Object.entries(fields).flatMap(([name, one]) => (one.deprecated ? [name] : [])),
  );
  const named = route.deprecated?.fields ?? [];
  const unequal = [
    ...marked.filter((name) => !named.includes(name)),
    ...named.filter((name) => !marked.includes(name)),
  ];
  if (unequal.length > 0)
    throw new Error(
      `${route.id} and its schemas differ in what is deprecated: ${unequal.join(', ')}.`,
    );
};

/** The fields of an answer, in each of its forms. */
const formsOf = (schema: JsonSchema, printer: SchemaPrinter): Record<string, JsonSchema>[] => {
  if (typeof schema.$ref === 'string')
    return formsOf(resolved(schema.$ref, printer.components), printer);
  const forms = schema.oneOf as JsonSchema[] | undefined;
  if (forms) return forms.flatMap((form) => formsOf(form, printer));
  return [(schema.properties ?? {}) as Record<string, JsonSchema>];
};

const ownParameters = (
  schema: z.core.$ZodObject | undefined,
  place: 'path' | 'query',
  printer: SchemaPrinter,
) => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = printer.print(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...printed } = property;
    const [named] = (property.allOf as JsonSchema[] | undefined) ?? [];
    const schema = named && Object.keys(printed).length === 1 ? named : printed;
    const behind =
      typeof schema.$ref === 'string' ? resolved(schema.$ref, printer.components) : schema;
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description: description ?? behind.description,
      schema,
    };
  });
};

const requestBody = ({ method, body }: Route, schema: JsonSchema, example: unknown) => {
  const media = { schema, example };
  return {
    // An action whose fields are all optional may be sent without a body.
    required: !(method === 'POST' && body && z.safeParse(body, {}).success),
    content: {
      'application/json': media,
      ...(method === 'PATCH' && { 'application/merge-patch+json': media }),
    },
  };
};

/** Whether the answer has an etag, and whether that says that the caller has all of it. */
type Tagged = { readonly versioned: boolean; readonly comparable: boolean };

const responses = (
  route: Route,
  media: JsonSchema | undefined,
  { versioned, comparable }: Tagged,
  refusals: ErrorPrinter,
) => {
  const byStatus = Object.groupBy(errorsOf(route), (code) => String(catalogue[code].status));
  return {
    [route.returns.status]: {
      description: 'Done.',
      headers: headerRefs(successHeaders(route, versioned)),
      ...(media && {
        content: Object.fromEntries(mediaTypesOf(route).map((type) => [type, media])),
      }),
    },
    ...(route.method === 'GET' &&
      comparable && { 304: refusals.unchanged(unchangedHeaders(route)) }),
    ...Object.fromEntries(
      Object.entries(byStatus).map(
        ([status, codes = []]) => [status, refusals.refer(codes, deprecatedAnswer(route))] as const,
      ),
    ),
  };
};

/** The types of a response, the default one first. */
const mediaTypesOf = ({ returns: { type, otherType } }: Route): string[] => [
  type ?? 'application/json',
  ...(otherType ? [otherType] : []),
];

const successHeaders = (route: Route, versioned: boolean): AnswerHeader[] => [
  ...everyAnswer,
  ...deprecatedAnswer(route),
  ...limited(route),
  ...(route.kept_seconds === undefined ? [] : keptAnswer),
  ...(route.returns.status === 201 ? ['Location' as const] : []),
  ...(versioned ? ['ETag' as const] : []),
  ...(route.method === 'POST' && route.idempotency !== 'none'
    ? ['Idempotent-Replayed' as const]
    : []),
];

/** A caller who needs no key has no limit of their own. */
const limited = (route: Route): AnswerHeader[] => (route.public ? [] : ['RateLimit-Policy']);

const unchangedHeaders = (route: Route): AnswerHeader[] => [
  ...everyAnswer,
  ...deprecatedAnswer(route),
  ...limited(route),
  ...(route.kept_seconds === undefined ? (['ETag'] as const) : keptAnswer),
];
