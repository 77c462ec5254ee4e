import type { Delivery } from '../../api/objects.ts';

type Outcome = {
  readonly response_status?: number | null;
  readonly error: { readonly kind: string; readonly message: string } | null;
};

/** What an attempt came to, as a sentence. */
export const outcomeInWords = ({ response_status, error }: Outcome): string => {
  if (error === null) return `Answered ${response_status ?? 'with success'}`;
  const what = kinds[error.kind];
  return what ? `${what}: ${error.message}` : error.message;
};

/** What the last attempt came to. */
export const attemptInWords = (last: Delivery['last_attempt']): string => (last ? outcomeInWords(last) : 'None yet');

const kinds: Readonly<Record<string, string>> = {
  dns: 'The name of the endpoint was not found',
  connect: 'No connection to the endpoint',
  tls: 'The endpoint could not be trusted',
  timeout: 'The endpoint took too long',
  redirect: 'The endpoint sent us elsewhere, which we do not follow',
  blocked_address: 'The endpoint has an address that we never call',
  bad_response: 'The answer was no HTTP',
  http_status: 'The endpoint refused',
};
