/**
 * The headers of every delivery of an event. Each operation holds them itself: there are generators that drop components
 * which only webhooks refer to.
 */
export const webhookParameters = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the event. A repeated delivery repeats it: do nothing for one that you have seen.',
    schema: { type: 'string' },
    example: 'evt_01jd5fq7k9e8xv3m2n4p6r8t0w',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was made, in seconds since 1970. Refuse what is more than five minutes off.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1795187045',
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Standard Webhooks (standardwebhooks.com): for every secret that is live, `v1,` and the signature of id, ' +
      'timestamp and body, with a space between them; for a private key, `v1a,` and its ed25519 signature.',
    schema: { type: 'string', pattern: '^v1a?,[A-Za-z0-9+/=]+( v1a?,[A-Za-z0-9+/=]+)*$' },
    example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    name: 'webhook-event-type',
    in: 'header',
    required: true,
    description: 'The type of the event, to choose by without reading the body.',
    schema: { type: 'string' },
    example: 'customer.created',
  },
  {
    name: 'webhook-attempt',
    in: 'header',
    required: true,
    description: 'The number of this attempt, from 1.',
    schema: { type: 'string', pattern: '^[1-9][0-9]*$' },
    example: '1',
  },
] as const;
