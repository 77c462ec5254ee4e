import type { Delivery } from '../../api/objects.ts';

type Outcome = {
  readonly response_status?: number | null;
  readonly error: { readonly kind: string; readonly message: string } | null;
};

/** What an attempt came to, as a sentence. */
export const outcomeInWords = ({ response_status, error }: Outcome): string => {
  if (error === null) return `Response ${response_status ?? 'received'}`;
  const what = kinds[error.kind];
  return what ? `${what}: ${error.message}` : error.message;
};

/** What the last attempt came to. */
export const attemptInWords = (last: Delivery['last_attempt']): string => (last ? outcomeInWords(last) : 'None yet');

const kinds: Readonly<Record<string, string>> = {
  dns: 'The host name of the endpoint was not found',
  connect: 'No connection to the endpoint',
  tls: 'The TLS certificate of the endpoint is not trusted',
  timeout: 'The endpoint took too long',
  redirect: 'The endpoint redirects, which is not followed',
  blocked_address: 'The address of the endpoint is not allowed',
  bad_response: 'The response was not valid HTTP',
  http_status: 'The endpoint returned an error',
};
