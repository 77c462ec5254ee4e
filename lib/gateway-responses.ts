import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { ApiError, type ApiErrorCode, type ApiErrorItem } from '../functions/core/api-error.ts';
import { problemResponse } from '../functions/core/http/response.ts';
import { gatewayErrors } from '../functions/tenants/requests/model.ts';
import { type Environment, errorPagesOf } from './environments.ts';

/**
 * API Gateway does not say which part it could not read, so there is an item for each part that may
 * be at fault.
 */
const unreadable: readonly ApiErrorItem[] = [
  { parameter: 'query', code: 'invalid_format', detail: 'Must be percent-encoded UTF-8.' },
  {
    parameter: 'header',
    code: 'too_long',
    detail: 'Must have, with the request line, at most 10240 bytes in all.',
  },
];

/**
 * Makes the gateway's own refusals the same problem documents that the functions answer; `unauthorized` says what to do
 * where callers send something else than a key.
 */
export const gatewayResponses = (
  api: RestApi,
  environment: Environment,
  unauthorized?: string,
): void => {
  for (const [type, code] of Object.entries(gatewayErrors)) {
    const { status, headers, body } = problemTemplate(environment, apiErrorOf(code, unauthorized));
    api.addGatewayResponse(type, {
      type: ResponseType.of(type),
      statusCode: status,
      responseHeaders: {
        ...mappedHeaders(headers),
        ...(type === 'THROTTLED' && unauthorized === undefined && limitHeaders),
        ...(code === 'unauthorized' && {
          'www-authenticate': mapping(challenge(type, unauthorized)),
        }),
      },
      // The gateway chooses the template by this key; the content-type among the headers is what it then sends.
      templates: { 'application/json': body },
    });
  }
};

/**
 * The challenge says how to authenticate (RFC 9110, section 11.6.1), and whether the credential was
 * refused. API Gateway itself refuses a missing or malformed one; the authorizer refuses one that
 * is unknown. The challenge says no more.
 */
const challenge = (type: string, unauthorized: string | undefined): string => {
  const scheme = unauthorized === undefined ? 'ApiKey header="Api-Key"' : 'Bearer';
  return `${scheme}, error="${type === 'ACCESS_DENIED' ? 'refused' : 'missing or malformed'}"`;
};

/** The caller's limit as the authorizer reported it; a request without a key has none. */
const limitHeaders = {
  'ratelimit-policy': 'context.authorizer.rate_limit_policy',
  ratelimit: 'context.authorizer.rate_limit_spent',
};

/** An error as API Gateway writes it by itself. */
export const problemTemplate = (environment: Environment, error: ApiError) => {
  const { statusCode, headers, body } = problemResponse(
    error,
    requestId,
    errorPagesOf(environment),
  );
  return { status: String(statusCode), headers, body: checked(body) };
};

/** Headers as a mapping of API Gateway takes them. */
export const mappedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mapping(value)]));

const apiErrorOf = (code: ApiErrorCode, unauthorized?: string): ApiError => {
  if (code === 'unauthorized' && unauthorized !== undefined)
    return new ApiError(code, { detail: unauthorized });
  return code === 'validation_failed'
    ? new ApiError(code, { errors: unreadable })
    : new ApiError(code);
};

/** The gateway replaces it, in the body and in the header. */
const requestId = '$context.requestId';

/** Names of the request's context stand bare, anything else between quotes. */
const mapping = (value: string): string =>
  value === requestId ? requestId.slice(1) : `'${value}'`;

/** A dollar in a sentence would be read as a variable. */
const checked = (body: string): string => {
  if (body.replace(requestId, '').includes('$'))
    throw new Error(`A gateway response cannot say this: ${body}`);
  return body;
};
