import { keyCallersCodes } from '../functions/core/errors.ts';
import { sharedParameters } from './headers.ts';
import {
  bodyNameOf,
  mediaOf,
  type Operation,
  operationsOf,
  type Places,
  type PrintedDocument,
  placesOf,
} from './page-places.ts';
import { problemExample } from './problem.ts';
import { fieldsOf, isWrittenOut, lineOf, sectionOf, typeOf, type Words } from './schema-words.ts';
import type { JsonSchema } from './schemas.ts';
import { withPartsInPlace } from './shared-parts.ts';
import { webhookEventsTag } from './tags.ts';

/** The folder of the pages in the repository; the service has them under `docs/`. */
export const pagesFolder = 'docs/api/';

/** The inputs that the pages of one document share, and the page that is printed. */
type Printing = Words & {
  readonly document: PrintedDocument;
  readonly places: Places;
  readonly page: string;
};

/** Prints the document as Markdown by name of page, for models and people: every route, object, error and event. */
export const printPages = (printed: PrintedDocument): Readonly<Record<string, string>> => {
  const places = placesOf(printed);
  const document = withPartsInPlace(printed);
  const names = [...document.tags, ...reference].map(({ name }) => `${name}.md`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice)
    throw new Error(`Two pages have the name ${twice}: rename the one in openapi/pages.ts.`);
  return Object.fromEntries(names.map((page) => [page, pageOf(page, document, places)]));
};

/** The index by llmstxt.org: what the API is, and a link to each page. `folder` stands before each. */
export const printIndex = ({ info, tags }: PrintedDocument, folder: string): string => {
  // The first paragraph alone: an entry is one line.
  const link = ({ name, description }: Named) =>
    `- [${titleOf(name)}](${folder}${name}.md): ${description.split('\n\n')[0]}`;
  return textOf([
    `# ${info.title}`,
    `> ${info.summary} JSON over HTTPS.`,
    'Read Basics first. The page of a resource has its routes, events and objects, with examples.',
    ...chapter('Resources', tags.map(link)),
    ...chapter('Reference', reference.map(link)),
  ]);
};

type Named = { readonly name: string; readonly description: string };

/** The pages besides those of tags. */
const reference: readonly Named[] = [
  {
    name: 'basics',
    description: 'Keys, idempotency, compatibility, and the headers of every route.',
  },
  {
    name: 'errors',
    description:
      'Every error code with its status and what to do. `type` of an error leads to its page, `GET /docs/errors/{code}`. `GET /requests/{request_id}` shows the request by `request_id`.',
  },
  { name: 'objects', description: 'Objects that several resources use.' },
];

const pageOf = (page: string, document: PrintedDocument, places: Places): string => {
  const { schemas } = document.components;
  const types = new Map(
    operationsOf(document.webhooks).map(({ path, operation }) => [bodyNameOf(operation), path]),
  );
  const link = (name: string) => {
    const type = types.get(name);
    const place = type === undefined ? places.schemas[name] : places.events[type];
    return `${place === page ? '' : place}#${(type ?? name).replaceAll('.', '').toLowerCase()}`;
  };
  const printing = { document, places, page, schemas, link };
  const name = page.replace(/\.md$/, '');
  const described = [...document.tags, ...reference].find((one) => one.name === name);
  const routes = operationsOf(document.paths).filter(({ operation }) =>
    operation.tags.includes(name),
  );
  const events = operationsOf(document.webhooks).filter(({ path }) => places.events[path] === page);
  // Events have their own sections.
  const objects = Object.entries(schemas).filter(
    ([one, schema]) => places.schemas[one] === page && !types.has(one) && !isWrittenOut(schema),
  );
  return textOf([
    `# ${titleOf(name)}`,
    described?.description ?? '',
    ...(introductions[name]?.(printing) ?? []),
    ...section(
      'Routes',
      routes.flatMap((one) => routeSection(one, printing)),
    ),
    ...section(
      'Events',
      events.flatMap(({ path, operation }) => eventSection(path, operation, printing)),
    ),
    ...section(
      'Objects',
      objects.flatMap(([one, schema]) => sectionOf(one, schema, printing)),
    ),
  ]);
};

const titleOf = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('-', ' ');

const textOf = (blocks: readonly string[]): string => `${blocks.join('\n\n')}\n`;

const section = (title: string, blocks: readonly string[]): string[] =>
  blocks.length > 0 ? [`## ${title}`, ...blocks] : [];

/** A section that is one list. */
const chapter = (title: string, lines: readonly string[]): string[] =>
  section(title, [lines.join('\n')]);

const exampleOf = (title: string, value: unknown): string[] =>
  value === undefined ? [] : [`${title}:`, `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``];

type Introduction = (printing: Printing) => string[];

/**
 * The introduction of a page that is about more than one resource; it stands before the sections.
 */
const introductions: Readonly<Record<string, Introduction>> = {
  basics: ({ document: { info, components }, ...words }) => [
    info.description,
    ...chapter(
      'Headers of requests',
      Object.keys(sharedParameters).map((name) =>
        parameterLine(components.parameters[name] ?? {}, words),
      ),
    ),
    ...chapter(
      'Headers of responses',
      Object.entries(components.headers).map(
        ([name, one]) => `- \`${name.replace(/\..*/, '')}\`: ${one.description}`,
      ),
    ),
  ],
  errors: () =>
    keyCallersCodes.flatMap((code) => {
      const example = problemExample(code);
      return [
        `### ${code}`,
        `${example.status}: ${example.title}. ${example.detail}`,
        ...exampleOf('Body', example),
      ];
    }),
  [webhookEventsTag]: ({ document: { webhooks }, ...words }) => {
    const events = operationsOf(webhooks);
    const [first] = events;
    if (!first) return [];
    const { parameters = [], responses } = first.operation;
    const linkOf = (operation: Operation) => words.link(bodyNameOf(operation));
    return [
      ...chapter(
        'Headers',
        parameters.map((one) => parameterLine(one, words)),
      ),
      ...chapter('Body', fieldsOf(words.schemas[bodyNameOf(first.operation)] ?? {}, words)),
      ...chapter(
        'Responses of your endpoint',
        Object.entries(responses).map(([status, one]) => `- ${status}: ${one.description}`),
      ),
      ...chapter(
        'Types',
        events.map(
          ({ path, operation }) => `- [\`${path}\`](${linkOf(operation)}): ${operation.summary}`,
        ),
      ),
    ];
  },
};

const parameterLine = (parameter: JsonSchema, words: Words): string => {
  const type = typeOf(parameter.schema as JsonSchema, words);
  const place =
    parameter.in === 'query' ? 'in the query' : parameter.in === 'path' ? 'in the path' : 'header';
  return lineOf(
    `\`${parameter.name}\``,
    `${place}, ${type}${parameter.required ? ', required' : ''}`,
    parameter,
    words,
  );
};

type Placed = ReturnType<typeof operationsOf>[number];

const routeSection = ({ method, path, operation }: Placed, printing: Printing): string[] => {
  const { parameters = [], requestBody, responses, summary, operationId } = operation;
  const status = Object.keys(responses)[0] ?? '';
  const [sent, returned] = [mediaOf(requestBody?.content), mediaOf(responses[status]?.content)];
  const headers = parameters.filter((one) => one.in === 'header');
  const codes = Object.entries(responses)
    .filter(([code]) => Number(code) >= 400)
    .map(
      ([code, answer]) =>
        `${code} ${Object.keys(mediaOf(answer.content)?.examples ?? {}).join(', ')}`,
    );
  return [
    `### ${summary}`,
    `\`${method} ${path}\` (\`${operationId}\`)${operation.deprecated ? ' is deprecated.' : ''}`,
    (operation.description ?? '').slice(`${summary}.`.length).trim(),
    parameters
      .flatMap((one) => (one.in === 'header' ? [] : [parameterLine(one, printing)]))
      .join('\n'),
    headers.length > 0
      ? `[Headers](basics.md#headers-of-requests): ${headers.map(headerWords).join(', ')}.`
      : '',
    ...(sent
      ? [`Body${requestBody?.required ? '' : ', optional'}: ${typeOf(sent.schema, printing)}.`]
      : []),
    `Response ${status}${returned ? `: ${typeOf(returned.schema, printing)}` : ', no body'}.`,
    `[Errors](errors.md): ${codes.join('; ')}.`,
    ...exampleOf('Example of the body', sent?.example),
    ...exampleOf('Example of the response', returned?.example),
  ].filter((block) => block !== '');
};

const headerWords = ({ name, required }: JsonSchema): string =>
  `\`${name}\`${required ? ' (required)' : ''}`;

/**
 * The page of webhook events has the members of all events: here stands the subject of this one.
 */
const eventSection = (type: string, operation: Operation, printing: Printing): string[] => {
  const { properties = {} } = printing.schemas[bodyNameOf(operation)] ?? {};
  const { data, previous } = properties as Record<string, JsonSchema>;
  const own = { ...(data && { data }), ...(previous?.type === 'object' && { previous }) };
  return [
    `### ${type}`,
    operation.summary,
    fieldsOf({ properties: own, required: Object.keys(own) }, printing).join('\n'),
    ...exampleOf('Example', mediaOf(operation.requestBody?.content)?.example),
  ];
};
