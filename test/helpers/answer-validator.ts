import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** One answer as a test received it. `path` may begin with `/v1`; `body` is the text or what was parsed from it. */
export type ObservedAnswer = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers | Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
};

type Json = { readonly [member: string]: unknown };
type Found = { readonly value: Json; readonly pointer: string };

/** Makes a check that throws, in words, when an answer is not what the document says. */
export const answerValidator = (document: Json): ((answer: ObservedAnswer) => void) => {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: true,
    ...compiledSoon,
  });
  addFormats.default(ajv);
  ajv.addSchema(closed(document), 'document');
  /** The last text that each schema took: some answers are the same and long, such as that of every type of event. */
  const taken = new Map<string, string>();
  const check: Check = (pointer, value, text = value) => {
    if (typeof text === 'string' && taken.get(pointer) === text) return [];
    const validate = ajv.getSchema(`document#${pointer}`) as ValidateFunction;
    if (validate(value)) {
      if (typeof text === 'string') taken.set(pointer, text);
      return [];
    }
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || '(whole)'} ${message} ${JSON.stringify(params)}`,
    );
  };
  const templates = templatesOf(document);
  return (answer) => {
    const faults = faultsOf(document, operationOf(templates, answer), answer, check);
    if (faults.length === 0) return;
    const shown = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    const head = `${answer.method} ${answer.path} answered ${answer.status} otherwise than the document says:`;
    throw new Error(
      [head, ...faults.map((fault) => `  - ${fault}`), `  body: ${shown?.slice(0, 2000)}`].join(
        '\n',
      ),
    );
  };
};

/**
 * Most schemas check a few answers of a process: to compile each once and whole costs half of what it saves later. That
 * the document is one is what `unit/openapi.test.ts` proves.
 */
const compiledSoon = {
  inlineRefs: false,
  code: { optimize: false },
  validateSchema: false,
} as const;

/** The document leaves answers open for later fields; today a field it does not name is a leak. */
const closed = (document: Json): Json =>
  JSON.parse(JSON.stringify(document), (_, value) =>
    value?.type === 'object' && value.properties !== undefined && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  );

/** The faults of a value; `text` is what it was parsed from. */
type Check = (pointer: string, value: unknown, text?: unknown) => string[];

const faultsOf = (
  document: Json,
  operation: Found | undefined,
  answer: ObservedAnswer,
  check: Check,
): string[] => {
  const headers = new Headers(
    Object.entries(headersOf(answer)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  const body = parsed(answer.body);
  if (operation === undefined) return unknownRoute(answer, headers, body, check);
  const responses = member(operation, 'responses');
  if (!(String(answer.status) in responses.value))
    return [
      `status ${answer.status} is not documented; documented are ${Object.keys(responses.value).join(', ')}`,
    ];
  const response = followed(document, member(responses, String(answer.status)));
  return [
    ...headerFaults(document, response, headers, check),
    ...contentFaults(response, headers, [body, answer.body], check),
  ];
};

const headersOf = ({ headers }: ObservedAnswer): Readonly<Record<string, string | undefined>> =>
  headers instanceof Headers ? Object.fromEntries(headers) : headers;

/** A body that is not JSON stays a text, and no schema of ours takes that. */
const parsed = (body: unknown): unknown => {
  if (typeof body !== 'string') return body;
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};

/** A path of the document, as it is distinguished from others. */
type Template = { readonly segments: readonly string[]; readonly item: Found };

/** Every path of the document; of those that fit one request the first has the fewest parameters. */
const templatesOf = (document: Json): readonly Template[] => {
  const paths: Found = { value: document.paths as Json, pointer: '/paths' };
  return Object.keys(paths.value)
    .toSorted((one, other) => one.split('{').length - other.split('{').length)
    .map((path) => ({ segments: segmentsOf(path), item: member(paths, path) }));
};

const operationOf = (
  templates: readonly Template[],
  { method, path }: ObservedAnswer,
): Found | undefined => {
  const segments = segmentsOf(path.replace(/\?.*$/s, '').replace(/^\/v1(?=\/)/, ''));
  const item = templates.find((one) => fits(one.segments, segments))?.item;
  return item && method.toLowerCase() in item.value
    ? member(item, method.toLowerCase())
    : undefined;
};

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

const fits = (template: readonly string[], segments: readonly string[]): boolean =>
  template.length === segments.length &&
  template.every((part, index) =>
    part.startsWith('{') ? segments[index] !== '' : part === segments[index],
  );

const member = ({ value, pointer }: Found, name: string): Found => ({
  value: value[name] as Json,
  pointer: `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
});

const followed = (document: Json, found: Found): Found => {
  const ref = found.value.$ref;
  if (typeof ref !== 'string') return found;
  const names = ref.slice(2).split('/');
  return names.reduce<Found>(member, { value: document, pointer: '' });
};

const headerFaults = (
  document: Json,
  response: Found,
  headers: Headers,
  check: Check,
): string[] => {
  const declared = response.value.headers === undefined ? undefined : member(response, 'headers');
  return Object.keys(declared?.value ?? {}).flatMap((name) => {
    const header = followed(document, member(declared as Found, name));
    const value = headers.get(name);
    if (value === null) return header.value.required ? [`header ${name} is missing`] : [];
    return check(`${header.pointer}/schema`, value).map(
      (fault) => `header ${name}: ${value}: ${fault}`,
    );
  });
};

const contentFaults = (
  response: Found,
  headers: Headers,
  [body, text]: readonly [body: unknown, text: unknown],
  check: Check,
): string[] => {
  if (response.value.content === undefined)
    return body === undefined ? [] : ['a body where none is documented'];
  const content = member(response, 'content');
  const type = (headers.get('content-type') ?? '').replace(/;.*$/s, '').trim();
  if (!(type in content.value))
    return [
      `content-type ${type || '(none)'} is not documented; documented are ${Object.keys(content.value).join(', ')}`,
    ];
  const media = member(content, type);
  return [
    ...check(`${media.pointer}/schema`, body, text),
    ...codeFaults(media, body),
    ...expressionFaults(type, body),
  ];
};

/**
 * The signs that only a regular expression holds: a class, a range, a count, a group without a
 * capture, an anchor.
 */
const expression =
  /\\{1,2}[dDwWsSpPbx][^a-z]|\[\^?[^\]]*\w-\w[^\]]*\]|\{\d+,?\d*\}|\(\?[:=!<]|\/\^|\$\/|\]\*|\)\$/;

/** No sentence of an error is a regular expression. */
const expressionFaults = (type: string, body: unknown): string[] => {
  if (type !== 'application/problem+json') return [];
  const { detail, errors = [] } = body as { detail?: string; errors?: { detail?: string }[] };
  return [detail, ...errors.map((item) => item.detail)].flatMap((text) =>
    text !== undefined && expression.test(text)
      ? [`an error holds a regular expression: ${text}`]
      : [],
  );
};

/** The schema of a problem takes every code; those of one answer are the names of its examples. */
const codeFaults = ({ value }: Found, body: unknown): string[] => {
  const code = (body as Json | undefined)?.code;
  if (typeof value.examples !== 'object' || typeof code !== 'string') return [];
  const codes = Object.keys(value.examples ?? {});
  return codes.includes(code)
    ? []
    : [`code ${code} is not documented with it; documented are ${codes.join(', ')}`];
};

/** A path that is not in the document is answered 404, a method that a path lacks 405 with the methods that it has. */
const unknownRoute = (
  answer: ObservedAnswer,
  headers: Headers,
  body: unknown,
  check: Check,
): string[] => {
  const refusal = `${answer.status} ${(body as Json | undefined)?.code}`;
  if (
    refusal !== '404 route_not_found' &&
    !(refusal === '405 method_not_allowed' && headers.get('allow'))
  )
    return [
      'the route is not documented, so only 404 route_not_found or 405 method_not_allowed may answer',
    ];
  const type = headers.get('content-type') ?? '';
  const wrongType = type.startsWith('application/problem+json') ? [] : [`content-type is ${type}`];
  return [...wrongType, ...check('/components/schemas/Problem', body)];
};
