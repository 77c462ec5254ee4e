import { createHash } from 'node:crypto';
import type { Route } from '../functions/core/route.ts';
import { deliveryResponses } from './deliveries.ts';
import { answerHeadersOf, sharedParameters } from './headers.ts';
import { operationOf, type RecordedExamples } from './operation.ts';
import { errorPrinter } from './problem.ts';
import { type JsonSchema, schemaPrinter } from './schemas.ts';
import { withSharedParameters } from './shared-parts.ts';
import { tagsOf } from './tags.ts';

/** The document's inputs besides the routes. */
export type DocumentOptions = {
  /** Absent: `/v1` at the host that served the document. */
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  /** The newest released version of the contract, such as `1.2.0`; absent: the first. */
  readonly release?: string;
  /**
   * The recorded requests and answers of a running service; an operation without one shows an
   * example of its schemas.
   */
  readonly examples?: RecordedExamples;
  /** Makes the `webhooks` section; schemas printed with `print` share the document's components. */
  readonly webhooks?: (
    print: ReturnType<typeof schemaPrinter>['print'],
  ) => Readonly<Record<string, JsonSchema>>;
};

const description = `JSON in and out, snake_case, UTF-8, over HTTPS. \`object\` in a response names the kind of object.

Every request carries the Secret Key, or a restricted key, in \`Api-Key\`; every POST carries an \`Idempotency-Key\`, so that a retry has no second effect.
Every error is \`application/problem+json\` (RFC 9457) with a \`code\` for programs and a \`detail\` that says what to do next.
A path that is not in this document answers 404 \`route_not_found\`. A method that a path lacks, HEAD and OPTIONS included, answers 405 \`method_not_allowed\` with \`Allow\`.

People create restricted keys in the dashboard. A restricted key can call the routes that its scopes allow; each route says which scope it needs. It can be limited to addresses and can expire. A scope to write includes the scope to read. Events, deliveries and webhooks contain data of all resources, so their scopes show that data. An authorization has the limit of its card that decided it (\`limit_at_decision\`), which \`authorizations:read\` shows without \`cards:read\`.

No text may contain hidden characters: controls, zero-width and bidirectional ones, broken surrogate pairs. Names are stored tidied: no blanks at their ends, one space between words, no soft hyphens and no zero-width spaces. Lengths count what was sent. Card numbers are rejected in every text field except your own identifiers, such as \`external_id\`. Patterns are written for every dialect of regular expressions and allow a little more than the service where descriptions say so.

Each business has a rate limit. \`RateLimit-Policy\` states it in every response; a 429 says in \`retry-after\` and \`RateLimit\` how long to wait. The remaining quota is not reported before that. Responses of 1 KB or more are compressed if \`Accept-Encoding\` lists \`gzip\` or \`deflate\` first.

Changes within v1 are additive: responses may gain fields, and enumerations may gain values. Ignore what you do not know. A route, or a field of it, that will end says so in the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594) of its responses. Responses that the gateway makes before the route is reached, such as 401 and 429, do not have them.`;

/** Prints the OpenAPI 3.1 document from the contract: requests closed, answers open. */
export const printOpenapi = (
  routes: readonly Route[],
  options: DocumentOptions = {},
): JsonSchema => {
  const printer = schemaPrinter();
  const refusals = errorPrinter(printer);
  // Before the paths, which refer to what is delivered.
  const webhooks = options.webhooks?.(printer.print);
  const whole: Record<string, JsonSchema> = {};
  const published = routes.filter((one) => one.reachable.includes('api'));
  for (const route of published) {
    whole[route.path] = {
      ...whole[route.path],
      [route.method.toLowerCase()]: operationOf(
        route,
        printer,
        refusals,
        options.examples?.[route.id],
      ),
    };
  }
  const { paths, parameters } = withSharedParameters(whole);
  const components = {
    schemas: byName(printer.components),
    responses: byName({ ...refusals.responses, ...(webhooks && deliveryResponses) }),
    examples: byName(refusals.examples),
    parameters: { ...sharedParameters, ...byName(parameters) },
    headers: answerHeadersOf(published),
    securitySchemes,
  };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Financial Services API',
      version: versionOf(options.release ?? '1.0.0', { description, paths, webhooks, components }),
      summary: 'Customers, identity verification, features, cards and webhooks.',
      description,
      contact: { name: 'Financial Services API', url: 'https://financial-services.example/' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: options.servers ?? [
      { url: '/v1', description: 'The environment that served this document.' },
    ],
    security: [{ ApiKeyAuth: [] }],
    tags: tagsOf([paths, webhooks ?? {}]),
    paths,
    ...(webhooks && { webhooks }),
    components,
  };
};

/** The release, and a part that differs with every change of the contract: whether one breaks, compare.ts says. */
const versionOf = (release: string, contract: object): string =>
  `${release}+${createHash('sha256').update(JSON.stringify(contract)).digest('hex').slice(0, 12)}`;

const securitySchemes = {
  ApiKeyAuth: {
    type: 'apiKey',
    in: 'header',
    name: 'Api-Key',
    description:
      'The Secret Key of this environment, or a restricted key of it. Keep it on your servers. The Public Key gives access to no route.',
  },
};

const byName = (members: Readonly<Record<string, JsonSchema>>) =>
  Object.fromEntries(Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1)));
