/** The prefix of every id: it says what the id names wherever it turns up. */
export const idPrefixes = {
  tenant: 'biz',
  account: 'acct',
  api_key: 'key',
  customer: 'cus',
  agreement: 'agr',
  person: 'prs',
  document: 'doc',
  verification: 'idv',
  activation: 'act',
  card: 'card',
  authorization: 'auth',
  event: 'evt',
  webhook: 'whk',
  delivery: 'dlv',
  recovery: 'rcv',
  operator: 'opr',
  onboarding_link: 'onb',
} as const;

export type ResourceType = keyof typeof idPrefixes;

/** Makes an id of a noun; ids made later by the same request sort later. */
export type NewId = (resourceType: ResourceType) => string;

/** What follows a prefix and its stroke, as a pattern: 128 bits in Crockford's base 32. */
export const id_suffix = '[0-7][0-9a-hjkmnp-tv-z]{25}';

const form = new RegExp(`^(${Object.values(idPrefixes).join('|')})_${id_suffix}$`);

/** Whether a text has the form of an id of any noun. */
export const isId = (text: string): boolean => form.test(text);

/** What the header Idempotency-Key can be: 1 to 255 visible ASCII characters. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;
