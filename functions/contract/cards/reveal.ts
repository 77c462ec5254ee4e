import * as z from 'zod/mini';
import { keyAlgorithms, type PublicKey, publicKeyProblems } from '../../domain/cards/public-key.ts';
import { Timestamp } from '../fields.ts';
import { type IssueParams, issueOf } from '../issues.ts';
import { CardId } from './card.ts';

const base64url = { type: 'string', pattern: '^[A-Za-z0-9_-]+$' };
const members = {
  kty: { type: 'string', enum: Object.keys(keyAlgorithms) },
  n: { ...base64url, description: 'RSA: the modulus, 2048 to 8192 bits.' },
  e: { ...base64url, description: 'RSA: the exponent.' },
  crv: { type: 'string', enum: ['P-256'], description: 'EC: the curve.' },
  x: { ...base64url, description: 'EC: a coordinate, 32 bytes.' },
  y: { ...base64url, description: 'EC: a coordinate, 32 bytes.' },
  alg: { type: 'string', enum: Object.values(keyAlgorithms), description: 'Follows from kty; may be left out.' },
  use: { type: 'string', enum: ['enc'] },
  kid: { type: 'string', minLength: 1, maxLength: 200, description: 'Comes back in the header of the answer.' },
  key_ops: { type: 'array' },
  ext: { type: 'boolean' },
};

/** A public key as documents show it. */
export const publicKeyExample: PublicKey & { readonly alg: string } = {
  kty: 'EC',
  crv: 'P-256',
  // The example of RFC 7517, appendix A.1.
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
  alg: 'ECDH-ES',
};

const notAnObject = {
  params: { code: 'invalid_type', detail: 'Must be a JSON Web Key.' } satisfies IssueParams,
  abort: true,
};

/** The caller's public key, a JWK (RFC 7517): whatever is wrong with it is said of the member that it is wrong with. */
export const PublicKeySchema = z.custom<PublicKey>(isObject, notAnObject).check(
  z.check((payload) => {
    for (const { member, code, detail } of publicKeyProblems(payload.value))
      payload.issues.push(issueOf(code, payload.value, detail, [member]));
  }),
  z.meta({
    id: 'PublicKey',
    description: 'Your public key as a JWK (RFC 7517), RSA of 2048 bits or more or EC P-256; never its private part.',
    examples: [publicKeyExample],
    printed: { type: 'object', required: ['kty'], properties: members, additionalProperties: false },
  }),
);

const EphemeralKey = z
  .object({
    card: z
      .string()
      .check(z.meta({ description: 'The card as its issuer knows it.', examples: ['ic_1R2s3T4u5V6w7X8y'] })),
    secret: z.string().check(
      z.meta({
        description: '`ephemeralKeySecret` of Stripe.js: hand it to the page that made the nonce, and keep it nowhere.',
        examples: ['ek_test_YWNjdF8x'],
      }),
    ),
    expires_at: Timestamp,
  })
  .check(z.meta({ id: 'EphemeralKey' }));

/** The answer of a reveal. */
export const CardReveal = z
  .object({
    object: z.literal('card_reveal'),
    card_id: CardId,
    jwe: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]*){4}$/))).check(
      z.meta({
        description:
          'Compact JWE (RFC 7516) to your key, `enc` A256GCM, of JSON {number, exp_month, exp_year, cvc}: open it where ' +
          'the number is shown, and keep none of it. Null where you sent a nonce.',
        examples: ['eyJhbGciOiJFQ0RILUVTIn0..aXY.Y2lwaGVydGV4dA.dGFn'],
      }),
    ),
    ephemeral_key: z
      .nullable(EphemeralKey)
      .check(z.meta({ description: 'What the elements of the issuer show the number by. Null where you sent a key.' })),
  })
  .check(z.meta({ id: 'CardReveal' }));
export type CardReveal = z.infer<typeof CardReveal>;

/** What of a reveal leaves: sealed, so that nobody on the way can read it, or what the issuer shows it by. */
export const showCardReveal = (
  cardId: string,
  shown: { readonly jwe: string } | { readonly ephemeral_key: z.infer<typeof EphemeralKey> },
): CardReveal => ({
  ...{ object: 'card_reveal' as const, card_id: cardId, jwe: null, ephemeral_key: null },
  ...shown,
});

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
