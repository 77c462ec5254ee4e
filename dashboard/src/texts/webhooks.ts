import type { Delivery, Webhook } from '../api/client.ts';
import { counted, filled, inSentence, number, t, textOf } from './texts.ts';
import { clockTime, words } from './words.ts';

/** A type of event in words, or all of a resource, or all. */
export const eventTypeText = (type: string): string => {
  if (type === '*') return t.webhooks.allEvents;
  const [resource = '', of] = type.split('.');
  return of === '*'
    ? filled(t.webhooks.everyResourceEvent, { resource: inSentence(words(resource)) })
    : words(type);
};

/** The results of deliveries that Home counts, from the bottom of a bar to its top. */
export const countedResults = ['succeeded', 'retrying', 'failed', 'paused'] as const;

/** A share in percent, rounded down to a tenth: 100 % means each of them. Null where there is nothing. */
export const percentOf = (part: number, all: number): number | null =>
  all === 0 ? null : Math.floor((part / all) * 1_000) / 10;

/** How many of some deliveries arrived, which the list of deliveries shows one by one. */
export const successText = (
  spans: readonly Readonly<Record<(typeof countedResults)[number], number>>[],
): string => {
  const sum = (name: (typeof countedResults)[number]) =>
    spans.reduce((all, span) => all + span[name], 0);
  const all = countedResults.reduce((total, name) => total + sum(name), 0);
  const percent = percentOf(sum('succeeded'), all);
  if (percent === null) return t.all.noDeliveriesWere;
  const [delivered, total] = [sum('succeeded'), all].map(number);
  return filled(t.all.deliveredOfTotal, { delivered, total, percent: number(percent) });
};

type Outcome = {
  readonly response_status?: number | null;
  readonly error: { readonly kind: string; readonly message: string } | null;
};

/** The result of an attempt, as a sentence. */
export const outcomeText = ({ response_status, error }: Outcome): string => {
  if (error === null) return filled(t.ui.response, { status: response_status ?? t.ui.received });
  const { kind, message } = error;
  const what = textOf(t.ui.attemptErrors, kind);
  return what ? what + particularsOf(kind, message, response_status) : message;
};

/** The values that a sentence about an error adds to its kind: a status, the system's code, an address, or the words of AWS. */
const particularsOf = (
  kind: string,
  message: string,
  response_status: Outcome['response_status'],
): string => {
  if (kind === 'http_status') return `: ${response_status}`;
  if (message && fromAws.includes(kind)) return `: ${message.replace(/\.$/, '')}`;
  const [, code = /^.* to (\S+);/.exec(message)?.[1]] = /\(([A-Z][A-Z0-9_]+)\)/.exec(message) ?? [];
  return code ? ` (${code})` : '';
};

const fromAws: readonly string[] = ['access_denied', 'not_found', 'throttled', 'rejected'];

/** The result of the last attempt. */
export const attemptText = (last: Delivery['last_attempt']): string =>
  last ? outcomeText(last) : t.ui.noAttemptsYet;

/** Why an authorization endpoint did not decide. */
export const fallbackText = (reason: string): string =>
  textOf(t.ui.attemptErrors, reason) ?? words(reason);

/** The health of an endpoint. */
export const healthText = (health: Webhook['health']): string => {
  const { since, state, consecutive_failures, paused_until, next_probe_at } = health;
  if (since === null) return t.ui.noAttemptsYet;
  if (state === 'healthy') return t.ui.healthy;
  if (state === 'degraded') return counted(t.ui.failing, consecutive_failures);
  if (state !== 'open') return consecutive_failures === 0 ? t.ui.slowResponses : t.ui.retryingNow;
  const paused =
    paused_until === null
      ? counted(t.ui.pausedAfter, consecutive_failures)
      : t.ui.pausedTheEndpoint;
  return next_probe_at === null
    ? paused
    : filled(t.ui.nextTry, { paused, time: clockTime(next_probe_at) });
};

/** Why a delivery has its status: what is wrong with its webhook, which is undefined once that is deleted, or with its last attempt. */
export const reasonOf = (
  { status, last_attempt }: Pick<Delivery, 'status' | 'last_attempt'>,
  webhook: Webhook | undefined,
): string | null => {
  if (status === 'succeeded') return null;
  if (!webhook) return t.webhooks.theWebhookWas;
  if (webhook.status === 'disabled') return t.webhooks.theWebhookIs;
  if (status === 'paused') return healthText(webhook.health);
  return last_attempt?.error ? outcomeText(last_attempt) : null;
};

/** Why a webhook is disabled. */
export const disabledText = (reason: Webhook['disabled_reason']): string | null =>
  reason && t.ui.disabledReasons[reason];
