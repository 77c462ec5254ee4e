import * as z from 'zod/mini';
import { ApiError } from '../api-error.ts';
import { eventTypeNames } from '../events/types.ts';
import { urlPattern } from '../fields.ts';
import { namesIn } from '../json.ts';
import { Metadata } from '../metadata.ts';
import { issueOf, itemsAt } from '../validation.ts';
import {
  type CustomHeaders,
  type CustomHeadersPatch,
  custom_header_name_max,
  custom_header_value_max,
  custom_headers_characters_max,
  custom_headers_max,
  customHeaderErrors,
  headerName,
  headerValue,
  mergedHeaderErrors,
  reserved,
  reservedPrefixes,
} from './custom-headers.ts';
import { eventTypePatterns, isEventTypePattern, type WebhookInput } from './model.ts';
import type { SignatureKind } from './secrets.ts';
import { type WebhookTargets, webhook_url_max, webhookUrlErrors, withAsciiHost } from './url.ts';

/** The maximum number of patterns that a webhook subscribes to. */
const event_types_max = 50;

/** Which schemes are allowed depends on the environment as well. */
const beginsWithScheme = /^https?:\/\//;

/** The URL of deliveries. The route checks the host, because that depends on the environment. */
export const WebhookUrl = z.string().check(
  z.minLength(1),
  z.maxLength(webhook_url_max),
  z.check(({ value, issues }) => {
    if (!beginsWithScheme.test(value)) issues.push(issueOf('invalid_format', value, 'Must begin with https://.'));
  }),
  z.meta({
    description:
      'https, port 443 or at least 1024, a public host, no credentials. A host in another script is stored in its ASCII form.',
    // The other rules are those of the description.
    pattern: urlPattern,
    examples: ['https://example.com/webhooks'],
  }),
);

/** How a webhook is signed. */
export const WebhookSignature = z.enum(['hmac', 'ed25519'] satisfies SignatureKind[]).check(
  z.meta({
    id: 'WebhookSignature',
    description:
      '`hmac`: with a Secret Key that is shown once (`v1`). `ed25519`: with a private key that is never shown, so a holder of the public key can only verify (`v1a`).',
  }),
);

const Pattern = z.string().check(
  z.check((payload) => {
    if (isEventTypePattern(payload.value, eventTypeNames)) return;
    const detail = 'Must be `*`, the name of an event type, or `resource.*`; see GET /v1/event-types.';
    payload.issues.push(issueOf('invalid_value', payload.value, detail));
  }),
  z.meta({
    id: 'EventTypePattern',
    description: '`*` for every event, the name of a type, or `resource.*` for all types of a resource.',
    printed: () => ({ type: 'string', enum: eventTypePatterns(eventTypeNames) }),
    examples: ['customer.*'],
  }),
);

/** The events that a webhook subscribes to. */
export const WebhookEventTypes = z
  .array(Pattern)
  .check(
    z.minLength(1),
    z.maxLength(event_types_max),
    z.meta({ description: '`*` for all, `resource.*`, or exact names. Default `["*"]`.', examples: [['customer.*']] }),
  );

const describes = `Up to ${custom_headers_max} headers added to every delivery, ${custom_headers_characters_max} characters in all. Never hop-by-hop, host, content-* or webhook-*, and no name twice. Values are printable ASCII, no blanks at their ends, and do not begin with ****. They are encrypted and not shown again.`;

/** Upper and lower case are written out: regular expressions of JSON Schema have no flags. */
const inEitherCase = (name: string) => name.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
const reservedNames = () =>
  `^(${inEitherCase([...reserved].join('|'))})$|^(${inEitherCase(reservedPrefixes.join('|'))})`;

const printedAs = (type: 'string' | readonly string[]) => ({
  type: 'object',
  maxProperties: custom_headers_max,
  propertyNames: { maxLength: custom_header_name_max, pattern: headerName.source, not: { pattern: reservedNames() } },
  additionalProperties: { type, maxLength: custom_header_value_max, pattern: headerValue.source },
});

const notAnObject = { params: { code: 'invalid_type' }, abort: true } as const;

/** Headers added to every delivery. */
export const WebhookHeaders = z.custom<CustomHeaders>(isObject, notAnObject).check(
  z.check((payload) => {
    payload.issues.push(...headerIssues(payload.value, false));
  }),
  z.meta({
    id: 'WebhookHeaders',
    description: describes,
    examples: [{ 'x-environment': 'staging' }],
    printed: () => printedAs('string'),
  }),
);

/** A merge patch of them, by name. The merged headers must fit `WebhookHeaders`. */
export const WebhookHeadersPatch = z.custom<CustomHeadersPatch>(isObject, notAnObject).check(
  z.check((payload) => {
    payload.issues.push(...headerIssues(payload.value, true));
  }),
  z.meta({
    id: 'WebhookHeadersPatch',
    description: `${describes} Headers that are not named stay; null removes one.`,
    examples: [{ 'x-environment': 'staging' }],
    printed: () => printedAs(['string', 'null']),
  }),
);

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const headerIssues = (headers: CustomHeadersPatch, clearing: boolean): z.core.$ZodRawIssue[] => {
  const others = Object.entries(headers).filter(
    ([, value]) => typeof value !== 'string' && !(clearing && value === null),
  );
  if (others.length > 0)
    return others.map(([name, value]) => issueOf('invalid_type', value, 'Must be a string.', [name]));
  return customHeaderErrors(headers).map((item) => {
    const path = 'pointer' in item ? namesIn(item.pointer).slice(1) : [];
    return issueOf(item.code, headers, item.detail, path);
  });
};

/** The URL as it is stored, its host in ASCII, or the error if this environment does not call it. */
export const checkedWebhookUrl = (url: string, targets: WebhookTargets): string => {
  const given = webhookUrlErrors(url, targets);
  const stored = given.length > 0 ? url : withAsciiHost(url);
  const errors = given.length > 0 ? given : webhookUrlErrors(stored, targets);
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
  return stored;
};

/** Rejects a webhook whose merged metadata or headers are too many or too large. */
export const checkMergedWebhook = (webhook: WebhookInput): WebhookInput => {
  const errors = [...itemsAt(Metadata, webhook.metadata, ['metadata']), ...mergedHeaderErrors(webhook.headers)];
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
  return webhook;
};
