/** The headers of every delivery of an event, and the meaning of each. */
const deliveryHeaders = {
  'Webhook-Id':
    'the id of the event. A repeated delivery has the same id: ignore one that you have seen.',
  'Webhook-Timestamp':
    'when this attempt was made, in seconds since 1970. Reject a delivery that is more than five minutes off.',
  'Webhook-Signature':
    'as Standard Webhooks (standardwebhooks.com) has it. For every live secret `v1,` and the signature of id, ' +
    'timestamp and body, with a space between them; for a private key, `v1a,` and its ed25519 signature.',
  'Webhook-Event-Type': 'the type of the event, so that you can route it without reading the body.',
  'Webhook-Attempt': 'the number of this attempt, from 1.',
} as const;

/** A list in Markdown that says the meaning of each header: once, since every event has the same. */
export const deliveryHeadersText = Object.entries(deliveryHeaders)
  .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  .join('\n');

/** The responses of an endpoint and their featureChanges, once for the whole document. */
export const deliveryResponses = {
  received: {
    description: 'Received, if the status comes within ten seconds: the delivery has succeeded.',
  },
  gone: { description: 'Gone: the webhook is disabled.' },
  delayed: {
    description:
      'Too many requests, or unavailable: the next attempt waits for `Retry-After`, up to 24 hours.',
  },
  not_received: { description: 'Not received: retried, up to eleven attempts in about 72 hours.' },
} as const;

const response = (name: keyof typeof deliveryResponses) => ({
  $ref: `#/components/responses/${name}`,
});

/**
 * The headers and responses of each event's operation. The headers stand in their place: oapi-codegen makes no types of
 * components that webhooks alone refer to.
 */
export const deliveryParts = {
  parameters: Object.keys(deliveryHeaders).map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  })),
  responses: {
    '2XX': response('received'),
    '410': response('gone'),
    '429': response('delayed'),
    '503': response('delayed'),
    default: response('not_received'),
  },
};
