import * as z from 'zod/mini';
import { Timestamp } from '../fields.ts';
import { objectNamed, withDescription } from '../resource.ts';
import { type IssueParams, issueOf } from '../validation.ts';
import { keyAlgorithms, type PublicKey, publicKeyProblems } from './public-key.ts';
import { CardId } from './schema.ts';

const base64url = (description: string) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.meta({ description }));
const only = <Value extends string>(value: Value, description: string) =>
  z.literal(value).check(z.meta({ description }));

const serializeError = (algorithm: string) => ({
  alg: z.optional(only(algorithm, 'Follows from kty; may be left out.')),
  use: z.optional(only('enc', 'What the key is for.')),
  kid: z.optional(
    z.string().check(z.minLength(1), z.maxLength(200), z.meta({ description: 'Returned in the header of the JWE.' })),
  ),
  key_ops: z.optional(z.array(z.string()).check(z.meta({ description: 'Accepted and ignored.' }))),
  ext: z.optional(z.boolean().check(z.meta({ description: 'Accepted and ignored.' }))),
});

/** What a key shows in the reference; `publicKeyProblems` is what it is checked by. */
const shownKeys = () => {
  const Rsa = z
    .strictObject({
      kty: only('RSA', 'The type of the key.'),
      n: base64url('The modulus, 2048 to 8192 bits.'),
      e: base64url('The exponent, odd, from 3 on.'),
      ...serializeError(keyAlgorithms.RSA),
    })
    .check(z.meta({ id: 'RsaPublicKey', description: 'An RSA key.' }));
  const Ec = z
    .strictObject({
      kty: only('EC', 'The type of the key.'),
      crv: only('P-256', 'The curve.'),
      x: base64url('A coordinate, 32 bytes.'),
      y: base64url('A coordinate, 32 bytes.'),
      ...serializeError(keyAlgorithms.EC),
    })
    .check(z.meta({ id: 'EcPublicKey', description: 'A key on the curve P-256.' }));
  return z.discriminatedUnion('kty', [Rsa, Ec]);
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
    printed: shownKeys,
  }),
);

const EphemeralKey = z
  .object({
    card: z
      .string()
      .check(z.meta({ description: 'The card as its issuer knows it.', examples: ['ic_1R2s3T4u5V6w7X8y'] })),
    secret: z.string().check(
      z.meta({
        description:
          '`ephemeralKeySecret` of Stripe.js: pass it to the page that created the nonce, and do not store it.',
        examples: ['ek_test_YWNjdF8x'],
      }),
    ),
    expires_at: withDescription(Timestamp, 'When it ends.'),
  })
  .check(z.meta({ id: 'EphemeralKey', description: 'An ephemeral key for the issuer’s elements.' }));

/** The answer of a reveal. */
export const CardReveal = z
  .object({
    object: objectNamed('card_reveal'),
    card_id: CardId,
    jwe: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]*){4}$/))).check(
      z.meta({
        description:
          'Compact JWE (RFC 7516) to your key, `enc` A256GCM, of JSON {number, exp_month, exp_year, cvc}. Decrypt it where you show the number, and store none of it. Null if you sent a nonce.',
        examples: ['eyJhbGciOiJFQ0RILUVTIn0..aXY.Y2lwaGVydGV4dA.dGFn'],
      }),
    ),
    ephemeral_key: z
      .nullable(EphemeralKey)
      .check(z.meta({ description: 'The ephemeral key for the issuer’s elements. Null if you sent a key.' })),
  })
  .check(z.meta({ id: 'CardReveal', description: 'The number of a card, encrypted to your key.' }));
export type CardReveal = z.infer<typeof CardReveal>;

/** What of a reveal leaves: sealed, so that nobody on the way can read it, or what the issuer shows it by. */
export const toCardReveal = (
  cardId: string,
  shown: { readonly jwe: string } | { readonly ephemeral_key: z.infer<typeof EphemeralKey> },
): CardReveal => ({
  ...{ object: 'card_reveal' as const, card_id: cardId, jwe: null, ephemeral_key: null },
  ...shown,
});

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
