import * as z from 'zod/mini';
import { ApiError } from '../../core/api-error.ts';
import { eventTypeNames } from '../../core/event-types.ts';
import { clearable, conditional, defaulted, urlPattern } from '../../core/fields.ts';
import { namesIn } from '../../core/json.ts';
import { Metadata } from '../../core/metadata.ts';
import { withDescription } from '../../core/resource.ts';
import { issueOf, itemsAt } from '../../core/validation.ts';
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
import {
  addressPattern,
  type DestinationAddress,
  type DestinationType,
  destinationErrors,
  destinationParts,
  storedAddress,
} from './destination.ts';
import { eventTypePatterns, isEventTypePattern, type Webhook, type WebhookInput } from './model.ts';
import { grace_seconds_default, grace_seconds_max, type SignatureKind } from './secrets.ts';
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
    if (!beginsWithScheme.test(value))
      issues.push(issueOf('invalid_format', value, 'Must begin with https://.'));
  }),
  z.meta({
    description:
      'https, port 443 or at least 1024, a public host, no credentials. A host in another script is stored in its ASCII form.',
    // The other rules are those of the description.
    pattern: urlPattern,
    examples: ['https://example.com/webhooks'],
  }),
);

const addressIn = (type: DestinationType, detail: string, description: string, example: string) =>
  z.string().check(
    z.check(({ value, issues }) => {
      if (!destinationParts(type, value)) issues.push(issueOf('invalid_format', value, detail));
    }),
    z.meta({ description, pattern: addressPattern(type), examples: [example] }),
  );

const EventBridgeInput = z
  .strictObject({
    type: z.literal('eventbridge').check(z.meta({ description: 'An event bus.' })),
    bus_arn: addressIn(
      'eventbridge',
      'Must be the ARN of an event bus, such as arn:aws:events:eu-west-1:111122223333:event-bus/orders.',
      'The ARN of the event bus, in any region and in an AWS account of yours.',
      'arn:aws:events:eu-west-1:111122223333:event-bus/orders',
    ),
  })
  .check(
    z.meta({ id: 'EventBridgeDestinationInput', description: 'An Amazon EventBridge event bus.' }),
  );

const SqsInput = z
  .strictObject({
    type: z.literal('sqs').check(z.meta({ description: 'A queue.' })),
    queue_url: addressIn(
      'sqs',
      'Must be the URL of a queue, such as https://sqs.eu-west-1.amazonaws.com/111122223333/orders.',
      'The URL of the queue, in any region and in an AWS account of yours. FIPS, dual-stack and legacy hosts of SQS are taken and kept as sent.',
      'https://sqs.eu-west-1.amazonaws.com/111122223333/orders.fifo',
    ),
  })
  .check(
    z.meta({ id: 'SqsDestinationInput', description: 'An Amazon SQS queue, standard or FIFO.' }),
  );

/** A bus or a queue in an AWS account of the business. */
export const WebhookDestinationInput = z
  .discriminatedUnion('type', [EventBridgeInput, SqsInput])
  .check(
    z.meta({
      id: 'WebhookDestinationInput',
      description:
        'Where deliveries go instead of a URL: a bus or a queue in an AWS account of yours.',
    }),
  );

type Endpoints = {
  readonly url?: unknown;
  readonly destination?: unknown;
  readonly headers?: unknown;
};

/** A new webhook has a URL or a destination, and only with a URL there are headers. */
export const oneEndpoint = z.check<Endpoints>(({ value, issues }) => {
  const { url, destination, headers } = value;
  if (url && destination)
    issues.push(issueOf('invalid_value', value, 'There is a `url` already.', ['destination']));
  if (!url && !destination)
    issues.push(issueOf('required', value, 'Must have `url` or `destination`.', ['url']));
  if (destination && isObject(headers) && Object.keys(headers as object).length > 0)
    issues.push(issueOf('invalid_value', value, noHeaders, ['headers']));
});

const noHeaders = 'Only deliveries to a URL have headers.';

/** The same for the document. */
export const oneEndpointPrinted = conditional(
  { url: { type: 'string' } },
  { properties: { destination: { enum: [null] } } },
  {
    properties: { destination: { type: 'object' }, headers: { maxProperties: 0 } },
    required: ['destination'],
  },
);

/** How a webhook is signed. */
export const WebhookSignature = z.enum(['hmac', 'ed25519'] satisfies SignatureKind[]).check(
  z.meta({
    id: 'WebhookSignature',
    description:
      '`hmac`: with a Secret Key that is shown once (`v1`). `ed25519`: with a private key that is never shown, so a holder of the public key can only verify (`v1a`).',
  }),
);

/** How a secret is replaced. */
export const RotateSecretRequest = z
  .strictObject({
    grace_seconds: defaulted(
      z.int().check(z.minimum(0), z.maximum(grace_seconds_max)),
      grace_seconds_default,
    ).check(z.meta({ description: 'How long the secret in use also signs.' })),
    ...clearable({
      signature: withDescription(
        WebhookSignature,
        'How the new one signs; by default as the one in use.',
      ),
    }),
  })
  .check(z.meta({ id: 'WebhookRotateSecret', description: 'When the secret in use expires.' }));

const Pattern = z.string().check(
  z.check((payload) => {
    if (isEventTypePattern(payload.value, eventTypeNames)) return;
    const detail =
      'Must be `*`, the name of an event type, or `resource.*`; see GET /v1/event-types.';
    payload.issues.push(issueOf('invalid_value', payload.value, detail));
  }),
  z.meta({
    id: 'EventTypePattern',
    description:
      '`*` for every event, the name of a type, or `resource.*` for all types of a resource.',
    printed: () => ({ type: 'string', enum: eventTypePatterns(eventTypeNames) }),
    examples: ['customer.*'],
  }),
);

/** The events that a webhook subscribes to. */
export const WebhookEventTypes = z.array(Pattern).check(
  z.minLength(1),
  z.maxLength(event_types_max),
  z.meta({
    description: '`*` for all, `resource.*`, or exact names. Default `["*"]`.',
    examples: [['customer.*']],
  }),
);

const describes = `Up to ${custom_headers_max} headers added to every delivery, ${custom_headers_characters_max} characters in all. Never hop-by-hop, host, content-* or webhook-*, and no name twice. Values are printable ASCII, no blanks at their ends, and do not begin with ****. They are encrypted and not shown again.`;

/** Upper and lower case are written out: regular expressions of JSON Schema have no flags. */
const inEitherCase = (name: string) =>
  name.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
const reservedNames = () =>
  `^(${inEitherCase([...reserved].join('|'))})$|^(${inEitherCase(reservedPrefixes.join('|'))})`;

const printedAs = (type: 'string' | readonly string[]) => ({
  type: 'object',
  maxProperties: custom_headers_max,
  propertyNames: {
    maxLength: custom_header_name_max,
    pattern: headerName.source,
    not: { pattern: reservedNames() },
  },
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
    return others.map(([name, value]) =>
      issueOf('invalid_type', value, 'Must be a string.', [name]),
    );
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

/** Where a new webhook sends, as it is stored, or the error if this environment does not send there. */
export const checkedEndpoint = (
  { url, destination }: EndpointInput,
  { targets, role }: Sender,
): Pick<Webhook, 'url' | 'destination_type'> => {
  if (!destination) return { url: checkedWebhookUrl(url ?? '', targets), destination_type: null };
  const { type: destination_type } = destination;
  const address = storedAddress(destination);
  const errors = destinationErrors(destination_type, address, role());
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
  return { url: address, destination_type };
};

/** The targets that deliveries may call here, and the ARN of the role that sends them. */
type Sender = { readonly targets: WebhookTargets; readonly role: () => string };

type EndpointInput = {
  readonly url?: string | null | undefined;
  readonly destination?: DestinationAddress | null | undefined;
};

/** The new address of a webhook after a PATCH; undefined where it stays. A webhook keeps its kind, and only a URL has headers. */
export const changedEndpoint = (
  { destination_type }: Pick<Webhook, 'destination_type'>,
  input: EndpointInput & { readonly headers?: object | null | undefined },
  sender: Sender,
): string | undefined => {
  const error = (pointer: string, detail: string) =>
    new ApiError('validation_failed', { errors: [{ pointer, code: 'invalid_value', detail }] });
  const { url, destination, headers } = input;
  if (typeof url === 'string' && destination_type) throw error('/url', otherKind);
  if (destination && destination.type !== destination_type)
    throw error('/destination/type', otherKind);
  if (destination_type && headers && Object.keys(headers).length > 0)
    throw error('/headers', noHeaders);
  return url || destination ? checkedEndpoint(input, sender).url : undefined;
};

const otherKind = 'A webhook keeps the kind of its endpoint; create another webhook.';

/** Rejects a webhook whose merged metadata or headers are too many or too large. */
export const checkMergedWebhook = (webhook: WebhookInput): WebhookInput => {
  const errors = [
    ...itemsAt(Metadata, webhook.metadata, ['metadata']),
    ...mergedHeaderErrors(webhook.headers),
  ];
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
  return webhook;
};
