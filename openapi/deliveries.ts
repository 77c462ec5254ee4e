const idExample = 'evt_01jd5fq7k9e8xv3m2n4p6r8t0w';

/** The headers of every delivery of an event, once for the whole document. */
export const deliveryParameters = {
  WebhookId: {
    name: 'Webhook-Id',
    in: 'header',
    required: true,
    description: 'The id of the event. A repeated delivery has the same id: ignore one that you have seen.',
    schema: { type: 'string' },
    example: idExample,
  },
  WebhookTimestamp: {
    name: 'Webhook-Timestamp',
    in: 'header',
    required: true,
    description:
      'When this attempt was made, in seconds since 1970. Reject a delivery that is more than five minutes off.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1795187045',
  },
  WebhookSignatureHeader: {
    name: 'Webhook-Signature',
    in: 'header',
    required: true,
    description:
      'Standard Webhooks (standardwebhooks.com): for every secret that is live, `v1,` and the signature of id, ' +
      'timestamp and body, with a space between them; for a private key, `v1a,` and its ed25519 signature.',
    schema: { type: 'string', pattern: '^v1a?,[A-Za-z0-9+/=]+( v1a?,[A-Za-z0-9+/=]+)*$' },
    example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  WebhookEventType: {
    name: 'Webhook-Event-Type',
    in: 'header',
    required: true,
    description: 'The type of the event, so that you can route it without reading the body.',
    schema: { type: 'string' },
    example: 'customer.created',
  },
  WebhookAttempt: {
    name: 'Webhook-Attempt',
    in: 'header',
    required: true,
    description: 'The number of this attempt, from 1.',
    schema: { type: 'string', pattern: '^[1-9][0-9]*$' },
    example: '1',
  },
} as const;

const delayed = 'the next attempt waits for `Retry-After`, up to 24 hours.';

/** The responses of an endpoint and their consequences, once for the whole document. */
export const deliveryResponses = {
  received: { description: 'Received, if the status comes within ten seconds: the delivery has succeeded.' },
  gone: { description: 'Gone: the webhook is disabled.' },
  too_many: { description: `Too many requests: ${delayed}` },
  endpoint_unavailable: { description: `Unavailable: ${delayed}` },
  not_received: { description: 'Not received: retried, up to eleven attempts in about 72 hours.' },
} as const;

const response = (name: keyof typeof deliveryResponses) => ({ $ref: `#/components/responses/${name}` });

/** What the operation of each event refers to. */
export const deliveryRefs = {
  parameters: Object.keys(deliveryParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  responses: {
    '2XX': response('received'),
    '410': response('gone'),
    '429': response('too_many'),
    '503': response('endpoint_unavailable'),
    default: response('not_received'),
  },
};
