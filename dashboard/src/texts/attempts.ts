import type { Delivery } from '../api/objects.ts';

type Outcome = {
  readonly response_status?: number | null;
  readonly error: { readonly kind: string; readonly message: string } | null;
};

/** The result of an attempt, as a sentence. */
export const outcomeText = ({ response_status, error }: Outcome): string => {
  if (error === null) return `Response ${response_status ?? 'received'}`;
  const what = kinds[error.kind];
  return what ? `${what}: ${error.message}` : error.message;
};

/** The result of the last attempt. */
export const attemptText = (last: Delivery['last_attempt']): string => (last ? outcomeText(last) : 'No attempts yet');

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
