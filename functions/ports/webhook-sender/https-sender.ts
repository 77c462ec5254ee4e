import { lookup } from 'node:dns';
import type { AttemptResult } from '../../domain/deliveries/attempt.ts';
import { type WebhookTargets, webhookUrlProblems } from '../../domain/webhooks/url.ts';
import { attemptError } from './attempt-error.ts';
import { exchange } from './exchange.ts';
import { type Resolver, targetAgents } from './target-agents.ts';
import type { WebhookSender } from './webhook-sender.ts';

type Settings = {
  /** What may be dialled; a setting of the environment. */
  readonly webhookTargets: WebhookTargets;
  /** Finds the addresses of a name; the system's own unless given. */
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
    // What was permitted when the webhook was made may not be any more.
    if (webhookUrlProblems(request.url, webhookTargets).length > 0) return refused(duration());
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), request.deadline_ms);
    try {
      const first = await exchange(request, kept, deadline.signal);
      // An endpoint may close an idle connection just when it is used again. Nobody has answered, and deliveries may
      // repeat.
      const last = first.stale ? await exchange(request, fresh, deadline.signal) : first;
      const { timings, remote_address, response } = last;
      const error = attemptError(last, deadline.signal.aborted, request.deadline_ms);
      return { duration_ms: duration(), timings, remote_address, response, error };
    } finally {
      clearTimeout(timer);
    }
  };
};

const refused = (duration_ms: number): AttemptResult => ({
  duration_ms,
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
  remote_address: null,
  response: null,
  error: { kind: 'blocked_address', message: 'The URL is not one that webhooks may be sent to.' },
});
