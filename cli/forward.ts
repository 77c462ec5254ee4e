import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Webhook } from 'standardwebhooks';
import type { Event } from '../functions/delivery/events/schema.ts';

/** Where events go, and what they are signed with. */
export type Target = { readonly url: URL; readonly secret: string };

/** As webhooks are sent: the whole answer within ten seconds. */
const deadline_ms = 10_000;
const user_agent = 'financial-services-webhooks/1.0 (+https://financial-services.example/webhooks)';

/** The body and the headers with which a webhook would send an event. */
export const deliveryOf = (event: Event, secret: string, attempt: number, at: Date) => {
  const { id, type, created_at, sequence, environment, tenant_id, test, data, previous } = event;
  const mark = test === true ? { test } : {};
  const body = JSON.stringify({
    id,
    type,
    timestamp: created_at,
    sequence,
    environment,
    tenant_id,
    ...mark,
    data,
    previous,
  });
  const headers = {
    'user-agent': user_agent,
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
    'webhook-event-type': type,
    'webhook-attempt': String(attempt),
  };
  return { body, headers };
};

/** Sends an event once; gives the status of the answer, or why there is none. */
export const forwardOnce = (
  event: Event,
  { url, secret }: Target,
  attempt: number,
): Promise<{ readonly received: boolean; readonly outcome: string }> => {
  const { body, headers } = deliveryOf(event, secret, attempt, new Date());
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const failed = ({ name, code, message }: NodeJS.ErrnoException) =>
      resolve({
        received: false,
        outcome: name === 'AbortError' ? 'no answer within 10 s' : (code ?? message),
      });
    const options = {
      method: 'POST',
      headers,
      agent: false,
      signal: AbortSignal.timeout(deadline_ms),
    };
    const sent = request(url, options, (response) => {
      const { statusCode = 0 } = response;
      const received = statusCode >= 200 && statusCode < 300;
      response
        .on('error', failed)
        .on('end', () => resolve({ received, outcome: String(statusCode) }))
        .resume();
    });
    sent.on('error', failed).end(body);
  });
};

const backoff_ms_max = 30_000;

/** How long to wait after so many failed attempts. */
export const backoffAfter = (attempts: number): number =>
  Math.min(backoff_ms_max, 1_000 * 2 ** (attempts - 1));
