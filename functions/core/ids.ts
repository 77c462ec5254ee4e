/** The prefix of every kind of id. */
export const idPrefixes = {
  tenant: 'biz',
  account: 'acct',
  api_key: 'key',
  customer: 'cus',
  agreement: 'agr',
  person: 'prs',
  document: 'doc',
  verification: 'idv',
  screening: 'scr',
  activation: 'act',
  card: 'card',
  card_token: 'ctok',
  authorization_endpoint: 'aep',
  authorization_request: 'arq',
  authorization: 'auth',
  transaction: 'txn',
  event: 'evt',
  webhook: 'whk',
  delivery: 'dlv',
  recovery: 'rcv',
  operator: 'opr',
  onboarding_link: 'onb',
} as const;

export type ResourceType = keyof typeof idPrefixes;

/** Creates an id of a kind; ids that a request creates later sort later. */
export type NewId = (resourceType: ResourceType) => string;

/** The pattern of an id after its prefix and underscore: 128 bits in Crockford's base 32. */
export const id_suffix = '[0-7][0-9a-hjkmnp-tv-z]{25}';

const form = new RegExp(`^(${Object.values(idPrefixes).join('|')})_${id_suffix}$`);

/** Whether a text has the form of an id of any kind. */
export const isId = (text: string): boolean => form.test(text);

/** The form of the header Idempotency-Key: 1 to 255 visible ASCII characters. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;

/** The form of a UUID, as API Gateway identifies requests and Cognito people. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
