import type { AttemptErrorKind, AttemptResult } from '../../domain/deliveries/attempt.ts';
import type { Exchange } from './exchange.ts';

type AttemptError = NonNullable<AttemptResult['error']>;

/** What was wrong with an exchange, in words for the business whose endpoint it is; null for a 2xx answer in time. */
export const attemptError = (exchange: Exchange, timedOut: boolean, deadlineMs: number): AttemptError | null => {
  if (exchange.failure === null) return statusError(exchange);
  if (timedOut)
    return {
      kind: 'timeout',
      message: `There was no whole answer within ${deadlineMs} ms; ${waiting[exchange.failure.phase]}.`,
    };
  const kind = kindOf(exchange.failure);
  const code = exchange.failure.code === undefined ? '' : ` (${exchange.failure.code})`;
  return { kind, message: `${sentences[kind]}${kind === 'blocked_address' ? '' : code}.` };
};

type BrokenKind = Extract<AttemptErrorKind, 'dns' | 'connect' | 'tls' | 'bad_response' | 'blocked_address'>;

const sentences: Record<BrokenKind, string> = {
  dns: 'The name of the host could not be resolved',
  connect: 'No connection could be made',
  tls: 'TLS could not be set up',
  bad_response: 'What came back is not a whole HTTP answer',
  blocked_address: 'The host is not at a public address',
};

const waiting: Record<NonNullable<Exchange['failure']>['phase'], string> = {
  dns: 'the name of the host was not resolved',
  connect: 'the connection was not made',
  tls: 'TLS was not set up',
  answer: 'the answer was not complete',
};

const kindOf = ({ phase, code }: NonNullable<Exchange['failure']>): BrokenKind => {
  if (phase === 'answer') return 'bad_response';
  if (phase === 'tls') return 'tls';
  // Before a connection stands every error has a code of the system but one: the filter's refusal has none.
  return code === undefined || code === 'ERR_IP_BLOCKED' ? 'blocked_address' : phase;
};

const statusError = ({ response }: Exchange): AttemptError | null => {
  const status = response?.status ?? 0;
  if (status >= 200 && status < 300) return null;
  if (status < 300 || status >= 400) return { kind: 'http_status', message: `The endpoint answered ${status}.` };
  const location = response?.headers.location;
  const whither = location === undefined ? '' : ` to ${location}`;
  return { kind: 'redirect', message: `The endpoint answered ${status}${whither}; redirects are not followed.` };
};
