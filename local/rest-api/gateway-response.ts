import { BadConfiguration } from '../errors.ts';
import type { Response } from './response.ts';

/** The errors that API Gateway itself answers: status, type and the message of `$context.error`. */
const errors = {
  ACCESS_DENIED: [403, 'AccessDeniedException', 'User is not authorized to access this resource'],
  API_CONFIGURATION_ERROR: [500, 'InternalServerErrorException', 'Internal server error'],
  AUTHORIZER_FAILURE: [500, 'AuthorizerFailureException', null],
  BAD_REQUEST: [400, 'BadRequestException', 'Bad Request'],
  HEADERS_TOO_LARGE: [431, 'BadRequestException', 'Request Header Fields Too Large'],
  INTEGRATION_ANSWER: [502, 'InternalServerErrorException', 'Internal server error'],
  INTEGRATION_TIMEOUT: [504, 'InternalServerErrorException', 'Endpoint request timed out'],
  INVALID_API_KEY: [403, 'ForbiddenException', 'Forbidden'],
  MISSING_AUTHENTICATION_TOKEN: [
    403,
    'MissingAuthenticationTokenException',
    'Missing Authentication Token',
  ],
  REQUEST_TOO_LARGE: [413, 'RequestTooLargeException', 'Request Too Long'],
  THROTTLED: [429, 'TooManyRequestsException', 'Too Many Requests'],
  UNAUTHORIZED: [401, 'UnauthorizedException', 'Unauthorized'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'BadRequestException', 'Unsupported Media Type'],
} as const;

/** An error of API Gateway; DEFAULT_4XX or DEFAULT_5XX shapes one without a response type. */
export type GatewayError = keyof typeof errors;

/** One AWS::ApiGateway::GatewayResponse. */
export type GatewayResponse = {
  readonly type: string;
  readonly status?: number;
  /** Header → `'text'`, `context.…` or `method.request.header.…`. */
  readonly headers: ReadonlyMap<string, string>;
  readonly templates: ReadonlyMap<string, string>;
};

/** The values that a template may name: `requestId`, `error.message`, … → its value. */
export type GatewayContext = {
  readonly values: Readonly<Record<string, string>>;
  /** The request's headers in lower case. */
  readonly headers: ReadonlyMap<string, string>;
};

/** Reads the resource; a template with more than `$context` variables is an error. */
export const gatewayResponseOf = (
  properties: Readonly<Record<string, unknown>>,
): GatewayResponse => {
  const type = String(properties.ResponseType);
  const templates = Object.entries((properties.ResponseTemplates ?? {}) as Record<string, string>);
  for (const [, template] of templates) {
    const unknown = /\$(?!context\.)[A-Za-z{!]\S*|#(?:if|set|foreach|end|else)\b/.exec(template);
    if (unknown)
      throw new BadConfiguration(
        `The gateway response ${type} uses ${unknown[0]}, which local/ does not understand.`,
      );
  }
  const parameters = Object.entries(
    (properties.ResponseParameters ?? {}) as Record<string, string>,
  );
  return {
    type,
    ...(properties.StatusCode !== undefined && { status: Number(properties.StatusCode) }),
    headers: new Map(
      parameters.map(([name, value]) => [name.replace(/^gatewayresponse\.header\./, ''), value]),
    ),
    templates: new Map(templates),
  };
};

const plain = new Map([['application/json', '{"message":$context.error.messageString}']]);

/** The type of an error in API Gateway: its own, or the general one that shapes it. */
export const responseTypeOf = (
  name: GatewayError,
  responses: ReadonlyMap<string, GatewayResponse>,
): string => shapeOf(name, responses)?.type ?? name;

const shapeOf = (
  name: GatewayError,
  responses: ReadonlyMap<string, GatewayResponse>,
): GatewayResponse | undefined =>
  responses.get(name) ?? responses.get(errors[name][0] < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');

/** An error as the API's gateway responses shape it. */
export const gatewayResponse = (
  name: GatewayError,
  responses: ReadonlyMap<string, GatewayResponse>,
  context: GatewayContext,
): Response => {
  const [status, error, message] = errors[name];
  const response = shapeOf(name, responses);
  const values = {
    ...context.values,
    'error.message': message ?? 'null',
    'error.messageString': JSON.stringify(message),
    'error.responseType': responseTypeOf(name, responses),
  };
  const { headers, ...shaped } = shapedResponse(
    { type: name, headers: new Map(), templates: new Map(), status, ...response },
    { ...context, values },
  );
  return { ...shaped, headers: [...headers, ['x-amzn-ErrorType', error]] };
};

/** A response from its headers and the template for what the caller accepts. */
export const shapedResponse = (
  { status = 500, headers: mapped, templates }: GatewayResponse,
  context: GatewayContext,
): Response => {
  const accepted = context.headers.get('accept') ?? '';
  const all = [...(templates.size === 0 ? plain : templates)] as [string, string][];
  const [type, template] =
    all.find(([each]) => accepted.includes(each)) ?? (all[0] as [string, string]);
  const headers: [string, string][] = [['Content-Type', type]];
  for (const [header, source] of mapped) {
    const value = headerValue(source, context);
    if (header.toLowerCase() === 'content-type') headers[0] = ['Content-Type', value];
    else if (value !== '') headers.push([header, value]);
  }
  return { status, headers, body: fill(template, context.values) };
};

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(
    /\$context((?:\.[A-Za-z0-9_]+)+)/g,
    (_, path: string) => values[path.slice(1)] ?? '',
  );

const headerValue = (source: string, { values, headers }: GatewayContext): string => {
  if (source.startsWith("'")) return source.slice(1, -1);
  const [, name] = /^context\.(.+)$/.exec(source) ?? [];
  if (name !== undefined) return values[name] ?? '';
  const [, header] = /^method\.request\.header\.(.+)$/.exec(source) ?? [];
  return headers.get(header?.toLowerCase() ?? '') ?? '';
};
