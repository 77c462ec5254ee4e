import { lookup } from 'node:dns';
import { type CustomHeaders, maskedForAll } from '../webhooks/custom-headers.ts';
import { sign } from '../webhooks/signing.ts';
import { type Resolver, targetAgents } from '../webhooks/target-agents.ts';
import { type WebhookTargets, webhookUrlErrors } from '../webhooks/url.ts';
import {
  type Exchange,
  exchange,
  isSuccess,
  type WebhookRequest,
  type WebhookSender,
} from './exchange.ts';
import type { AttemptResult } from './model.ts';
import type { AttemptErrorKind } from './states.ts';

type AttemptError = NonNullable<AttemptResult['error']>;

/** The error of an exchange with a sentence for the owner of the endpoint; null for a 2xx answer in time. */
export const attemptError = (
  exchange: Exchange,
  timedOut: boolean,
  { deadline_ms, body_wait_ms }: Pick<WebhookRequest, 'deadline_ms' | 'body_wait_ms'>,
): AttemptError | null => {
  const isDecided = body_wait_ms !== undefined && exchange.response !== null;
  if (exchange.failure === null || isDecided) return statusError(exchange);
  if (timedOut)
    return {
      kind: 'timeout',
      message: `There was no whole answer within ${deadline_ms} ms; ${waiting[exchange.failure.phase]}.`,
    };
  // The endpoint has accepted the delivery; what could not be read of its answer is in `read_error`.
  if (isSuccess(exchange.response?.status ?? 0)) return null;
  const kind = kindOf(exchange.failure);
  const code = exchange.failure.code === undefined ? '' : ` (${exchange.failure.code})`;
  return { kind, message: `${sentences[kind]}${kind === 'blocked_address' ? '' : code}.` };
};

type BrokenKind = Extract<
  AttemptErrorKind,
  'dns' | 'connect' | 'tls' | 'bad_response' | 'blocked_address'
>;

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
  // Before the connection is open every error has a system code, except that of the address filter.
  return code === undefined || code === 'ERR_IP_BLOCKED' ? 'blocked_address' : phase;
};

const statusError = ({ response }: Exchange): AttemptError | null => {
  const status = response?.status ?? 0;
  if (isSuccess(status)) return null;
  if (status < 300 || status >= 400)
    return { kind: 'http_status', message: `The endpoint answered ${status}.` };
  const location = response?.headers.location;
  const target = location === undefined ? '' : ` to ${location}`;
  return {
    kind: 'redirect',
    message: `The endpoint answered ${status}${target}; redirects are not followed.`,
  };
};

type Settings = {
  /** The permitted addresses; a setting of the environment. */
  readonly webhookTargets: WebhookTargets;
  /** Finds the addresses of a name; by default the system's. */
  readonly resolve?: Resolver;
};

/**
 * Sends over node:https: TLS 1.2 or newer with the system's trust (and NODE_EXTRA_CA_CERTS), no redirects, addresses
 * checked when they are dialled, one deadline over everything. Connections are kept for the next request to the same
 * host.
 */
export const httpsSender = ({ webhookTargets, resolve = lookup }: Settings): WebhookSender => {
  const kept = targetAgents(webhookTargets, resolve, true);
  const fresh = targetAgents(webhookTargets, resolve, false);
  return async (request) => {
    const started = performance.now();
    const duration = () => Math.round(performance.now() - started);
    // The rules may have changed since the webhook was created.
    if (webhookUrlErrors(request.url, webhookTargets).length > 0) return blocked(duration());
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), request.deadline_ms);
    try {
      const first = await exchange(request, kept, deadline.signal);
      // An endpoint may close an idle connection just when it is reused. Deliveries may repeat, so it is tried once more.
      const last = first.stale ? await exchange(request, fresh, deadline.signal) : first;
      const { timings, remote_address, response } = last;
      const error = attemptError(last, deadline.signal.aborted, request);
      return { duration_ms: duration(), timings, remote_address, response, error };
    } finally {
      clearTimeout(timer);
    }
  };
};

const blocked = (duration_ms: number): AttemptResult => ({
  duration_ms,
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
  remote_address: null,
  response: null,
  error: { kind: 'blocked_address', message: 'The URL is not one that webhooks may be sent to.' },
});

/** Its link leads to the documentation. */
export const user_agent =
  'financial-services-webhooks/1.0 (+https://financial-services.example/webhooks)';

/** The content of one attempt. */
export type Delivering = {
  readonly url: string;
  readonly event: { readonly id: string; readonly type: string };
  /** The exact text stored with the event. */
  readonly body: string;
  /** This attempt's number, from 1. */
  readonly attempt: number;
  readonly at: Date;
  /** Every live secret, decrypted; newest first. */
  readonly secrets: readonly string[];
  readonly custom_headers: CustomHeaders;
  /** How long the body of an answer may take after its head, which decides; undefined: the body decides. */
  readonly body_wait_ms: number | undefined;
} & Pick<WebhookRequest, 'deadline_ms'>;

/**
 * The signed request of one attempt. Its `webhook-id` is the id of the event, so that a receiver recognises retries, resends
 * and recoveries.
 */
export const deliveryRequest = (delivering: Delivering): WebhookRequest => {
  const { url, event, body, attempt, at, secrets, custom_headers, deadline_ms, body_wait_ms } =
    delivering;
  const custom = Object.entries(custom_headers).map(([name, value]) => [name.toLowerCase(), value]);
  const headers = {
    'user-agent': user_agent,
    ...Object.fromEntries(custom),
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    ...sign(event.id, at, body, secrets),
    'webhook-event-type': event.type,
    'webhook-attempt': String(attempt),
  };
  return { url, headers, body, deadline_ms, ...(body_wait_ms !== undefined && { body_wait_ms }) };
};

/** The headers as the history shows them: without the signature and the values of custom headers. */
export const maskedHeaders = (
  headers: WebhookRequest['headers'],
  custom_headers: CustomHeaders,
): WebhookRequest['headers'] => {
  const custom = Object.keys(custom_headers).map((name) => name.toLowerCase());
  const signature = headers['webhook-signature']?.replace(/(?<=v1a?,)[^ ]+/g, '****');
  const masked = maskedForAll(Object.fromEntries(custom.map((name) => [name, ''])));
  return { ...headers, ...masked, ...(signature && { 'webhook-signature': signature }) };
};
