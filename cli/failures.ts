import { ApiError } from '../client/src/api-error.ts';
import { readable, readableJson } from './readable.ts';

/** The exit codes of the command; docs/start/cli.md lists them. */
export const exitCodes = { ok: 0, usage: 1, refused: 2, unreachable: 3, unexpected: 4 } as const;

/** The command cannot be carried out as it was given; the sentence says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A request that got no whole answer in time, as fetch reports it. */
export const isUnreachable = (error: unknown): boolean =>
  (error instanceof TypeError && error.cause !== undefined) ||
  (error instanceof DOMException && error.name === 'TimeoutError');

type Kept = { readonly idempotency_key?: string };

/** The exit code of an error. */
export const exitCodeOf = (error: unknown): number => {
  if (error instanceof ApiError) return exitCodes.refused;
  if (isUnreachable(error)) return exitCodes.unreachable;
  return error instanceof UsageError || error instanceof RangeError
    ? exitCodes.usage
    : exitCodes.unexpected;
};

/** An error as lines for people, or as one JSON document: what is wrong, where, and what to do. */
export const failureText = (error: unknown, json: boolean): string => {
  const key = (error as Kept | null)?.idempotency_key;
  if (json)
    return readableJson({
      ...documentOf(error),
      ...(key !== undefined && { idempotency_key: key }),
    });
  const repeat =
    key === undefined ? [] : [`To repeat it without acting twice, add: --idempotency-key ${key}`];
  return [...linesOf(error), ...repeat].map(readable).join('\n');
};

const documentOf = (error: unknown): object => {
  if (error instanceof ApiError)
    return { status: error.status, request_id: error.request_id, ...error.document };
  return { title: sentenceOf(error) };
};

const linesOf = (error: unknown): string[] => {
  if (!(error instanceof ApiError)) return [`Error: ${sentenceOf(error)}`];
  const parts = error.errors.map(({ detail, ...at }) => `  ${placeOf(at)}: ${detail}`);
  const missing = error.requirements?.currently_due ?? [];
  return [
    `Error: ${error.title} (${error.status} ${error.code})`,
    ...(error.detail === '' ? [] : [error.detail]),
    ...parts,
    ...missing.map((one) => `  missing: ${one.code}`),
    ...(error.request_id === null ? [] : [`Request id: ${error.request_id}`]),
  ];
};

/** Where in the request something is wrong: a JSON pointer, or the name of a parameter or header. */
const placeOf = (at: object): string => {
  const names = at as Readonly<Record<'pointer' | 'parameter' | 'header', string | undefined>>;
  return names.pointer ?? names.parameter ?? names.header ?? 'request';
};

const sentenceOf = (error: unknown): string => {
  if (!isUnreachable(error)) return error instanceof Error ? error.message : String(error);
  const { code, name, message } = rootOf(error as Error) as NodeJS.ErrnoException;
  const { proxy } = error as { readonly proxy?: string };
  const reason = code === undefined || name === 'AbortError' ? message : code;
  if (proxy !== undefined)
    return `The address cannot be reached (${reason}). The proxy is ${proxy}: see HTTPS_PROXY, HTTP_PROXY and NO_PROXY.`;
  return `The address cannot be reached (${reason}). See the profile: fsapi profiles`;
};

/** The error that caused the others: fetch and its tunnels each add their own. */
const rootOf = (error: Error): Error =>
  error.cause instanceof Error ? rootOf(error.cause) : error;
