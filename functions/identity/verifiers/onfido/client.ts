import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../../core/api-error.ts';
import { type SecretReader, secretsManager } from '../../../core/aws/secrets.ts';
import { parseUnambiguousJson } from '../../../core/json.ts';
import { logEvent } from '../../../core/logging.ts';

/** The version of Onfido's API that this is written for, as in its OpenAPI document (onfido/onfido-openapi-spec). */
const api_version = 'v3.6';

/** One attempt, in milliseconds: an upload of 10 MB takes seconds. */
const attempt_ms = 10_000;

/** The pauses before repetitions, in milliseconds; the limit of Onfido is 400 requests a minute. */
const pauses_ms = [500, 2_000];

/**
 * The members of an applicant that are read. Its names are our ids until its check is made
 * (onfido.ts).
 */
export type Applicant = {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly created_at: string;
};
/** A document or a live photo. */
export type OnfidoFile = { readonly id: string; readonly file_name?: string | null };
export type OnfidoCheck = {
  readonly id: string;
  readonly status: string;
  readonly result?: string | null;
  readonly tags?: readonly string[] | null;
};
/** One node of a report's breakdown. */
export type Breakdown = {
  readonly result?: string | null;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly breakdown?: Readonly<Record<string, Breakdown>> | null;
};
export type Report = {
  readonly name: string;
  readonly result?: string | null;
  readonly sub_result?: string | null;
  readonly breakdown?: Readonly<Record<string, Breakdown>> | null;
  readonly properties?: Readonly<Record<string, unknown>> | null;
};

/** The answer of Onfido: the object, or a status of 4xx that the same request would get again. */
export type OnfidoAnswer<T> =
  | { readonly ok: true; readonly body: T }
  | { readonly ok: false; readonly status: number };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

let reader: SecretReader | undefined;
const secrets = (): SecretReader => {
  reader ??= secretsManager();
  return reader;
};

const secretName = (): string => process.env.ONFIDO_API_TOKEN_SECRET ?? '';

const apiToken = async (): Promise<string> => {
  const token = await secrets().read(secretName());
  if (!token) throw new Error('ONFIDO_API_TOKEN_SECRET names no secret: Onfido cannot be called');
  // A sandbox that pays for checks of real people would be none, and a live that checks nobody would be worse.
  if (token.startsWith('api_sandbox') !== (process.env.ENVIRONMENT === 'sandbox'))
    throw new Error('the token of Onfido is not of this environment');
  return token;
};

const base = (): string =>
  process.env.ONFIDO_API_BASE ??
  `https://api.${process.env.ONFIDO_REGION ?? ''}.onfido.com/${api_version}`;

/**
 * Asks Onfido for one thing. A request that changes nothing is repeated. A request that makes
 * something is repeated only where Onfido said that it did not take it (429), since Onfido has no
 * idempotency keys: the caller looks for it later. No answer is the ApiError `unavailable`.
 */
export const askOnfido = async <T>(
  method: Method,
  path: string,
  sent?: object | FormData,
): Promise<OnfidoAnswer<T>> => {
  for (const wait_ms of [...pauses_ms, null]) {
    const response = await attempted(method, path, sent);
    if (response?.ok)
      return { ok: true, body: (response.status === 204 ? undefined : await json(response)) as T };
    const status = response?.status ?? 0;
    const passes = status === 429 || status === 0 || status >= 500;
    if (!passes) return refused(method, path, status);
    if (wait_ms === null || (method === 'POST' && status !== 429)) break;
    await pause(wait_ms);
  }
  throw new ApiError('unavailable');
};

const attempted = async (
  method: Method,
  path: string,
  sent?: object | FormData,
): Promise<Response | undefined> => {
  const isForm = sent instanceof FormData;
  const headers = {
    authorization: `Token token=${await apiToken()}`,
    ...(sent && !isForm && { 'content-type': 'application/json' }),
  };
  const body = isForm ? sent : sent && JSON.stringify(sent);
  try {
    const signal = AbortSignal.timeout(attempt_ms);
    return await fetch(`${base()}${path}`, {
      method,
      headers,
      signal,
      redirect: 'error',
      ...(body && { body }),
    });
  } catch (error) {
    // Refused, broken off or too late: whether it was done is not known.
    if (error instanceof TypeError || error instanceof DOMException) return undefined;
    throw error;
  }
};

/** A body that breaks off or has a member twice is no answer. */
const json = async (response: Response): Promise<unknown> => {
  const body = parseUnambiguousJson(await response.text().catch(() => ''));
  if (body === undefined) throw new ApiError('unavailable');
  return body;
};

const refused = (
  method: Method,
  path: string,
  status: number,
): { readonly ok: false; readonly status: number } => {
  // Without query and ids: an answer may repeat what was sent, so its body is not logged.
  logEvent('warn', 'onfido_request_failed', {
    method,
    resource_type: path.split(/[/?]/)[1],
    status,
  });
  if (status !== 401 && status !== 403) return { ok: false, status };
  secrets().forget(secretName());
  throw new Error(`Onfido rejects our token: ${status}`);
};
