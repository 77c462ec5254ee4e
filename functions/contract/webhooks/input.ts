import * as z from 'zod/mini';
import { type CustomHeaders, customHeaderProblems } from '../../domain/webhooks/custom-headers.ts';
import { isEventTypePattern } from '../../domain/webhooks/event-types.ts';
import { webhook_url_max } from '../../domain/webhooks/url.ts';
import { eventTypeNames } from '../event-summaries.ts';
import { issueOf } from '../issues.ts';

/** Patterns a webhook may subscribe to at most; more than there are types serves nobody. */
const event_types_max = 50;

/** Where deliveries go; which hosts may be called depends on the environment and is checked by the route. */
export const WebhookUrl = z.string().check(
  z.minLength(1),
  z.maxLength(webhook_url_max),
  z.meta({
    description: 'https, port 443 or at least 1024, a public host, no credentials.',
    examples: ['https://example.com/webhooks'],
  }),
);

const Pattern = z.string().check(
  z.check((payload) => {
    if (isEventTypePattern(payload.value, eventTypeNames)) return;
    const detail = 'Must be `*`, the name of an event type, or `noun.*` of one; see GET /v1/event-types.';
    payload.issues.push(issueOf('invalid_value', payload.value, detail));
  }),
  z.meta({ examples: ['customer.*'] }),
);

/** What a webhook subscribes to. */
export const WebhookEventTypes = z
  .array(Pattern)
  .check(
    z.minLength(1),
    z.maxLength(event_types_max),
    z.meta({ description: '`*` for all, `noun.*`, or exact names. Default `["*"]`.', examples: [['customer.*']] }),
  );

/** Headers added to every delivery. */
export const WebhookHeaders = z
  .custom<CustomHeaders>(isObject, { params: { code: 'invalid_type' }, abort: true })
  .check(
    z.check((payload) => {
      const others = Object.entries(payload.value).filter(([, value]) => typeof value !== 'string');
      for (const [name, value] of others)
        payload.issues.push(issueOf('invalid_type', value, 'Must be a string.', [name]));
      if (others.length > 0) return;
      for (const item of customHeaderProblems(payload.value)) {
        const path = 'pointer' in item ? item.pointer.split('/').slice(2).map(unescaped) : [];
        payload.issues.push(issueOf(item.code, payload.value, item.detail, path));
      }
    }),
    z.meta({
      id: 'WebhookHeaders',
      description: 'Up to 20 headers added to every delivery. Never hop-by-hop, host, content-* or webhook-*.',
      examples: [{ 'x-environment': 'staging' }],
      printed: { type: 'object', maxProperties: 20, additionalProperties: { type: 'string', maxLength: 1024 } },
    }),
  );

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** RFC 6901. */
const unescaped = (token: string) => token.replaceAll('~1', '/').replaceAll('~0', '~');
