import * as z from 'zod/mini';
import type { ApiErrorItemCode } from '../api-error.ts';
import { Timestamp } from '../fields.ts';
import { objectNamed, withDescription } from '../resource.ts';
import { type IssueParams, issueOf } from '../validation.ts';
import { CardId } from './schema.ts';

/** A public key as a caller sends it (RFC 7517), after `publicKeyProblems` found nothing. */
export type PublicKey = { readonly kid?: string } & (
  | { readonly kty: 'RSA'; readonly n: string; readonly e: string }
  | { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
);

/** How a secret is encrypted for each type of key (RFC 7518, section 4); the content always by A256GCM. */
export const keyAlgorithms = { RSA: 'RSA-OAEP-256', EC: 'ECDH-ES' } as const satisfies Record<PublicKey['kty'], string>;

/** What is wrong with one member of a key. */
export type PublicKeyProblem = {
  readonly member: string;
  readonly code: ApiErrorItemCode;
  readonly detail: string;
};

/** Members that only private and symmetric keys have (RFC 7518, section 6). A caller that sends one has leaked its key. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** In bits: less can be broken, more only costs time. */
const modulus_bits_min = 2048;
const modulus_bits_max = 8192;
/** P-256 has coordinates of 32 bytes, leading zeros included (RFC 7518, section 6.2.1.2). */
const coordinate_bytes = 32;
const kid_characters_max = 200;

type Check = (value: unknown) => Omit<PublicKeyProblem, 'member'> | undefined;

const invalid = (detail: string) => ({ code: 'invalid_value', detail }) as const;
const exactly =
  (expected: string): Check =>
  (value) =>
    value === expected ? undefined : invalid(`Must be ${expected}.`);

/** What every key may say of itself; the algorithm is checked by its type. */
const optionalChecks: Readonly<Record<string, Check>> = {
  use: exactly('enc'),
  kid: (value) =>
    typeof value === 'string' && value.length > 0 && value.length <= kid_characters_max
      ? undefined
      : invalid(`Must be a text of 1 to ${kid_characters_max} characters.`),
  key_ops: (value) => (Array.isArray(value) ? undefined : { code: 'invalid_type', detail: 'Must be a list.' }),
  ext: (value) => (typeof value === 'boolean' ? undefined : { code: 'invalid_type', detail: 'Must be true or false.' }),
};

const modulus: Check = (value) => {
  const bytes = bytesOf(value);
  if (!bytes) return notBase64Url;
  const bits = bitsOf(bytes);
  if (bits < modulus_bits_min || bits > modulus_bits_max)
    return invalid(`Must be a modulus of ${modulus_bits_min} to ${modulus_bits_max} bits, is ${bits}.`);
  return isOdd(bytes) ? undefined : invalid('Must be odd, as every modulus is.');
};

/** An exponent of 1 would leave the secret as it is. */
const exponent: Check = (value) => {
  const bytes = bytesOf(value);
  if (!bytes) return notBase64Url;
  const bits = bitsOf(bytes);
  return isOdd(bytes) && bits > 1 && bits <= 32 ? undefined : invalid('Must be an odd number from 3, such as AQAB.');
};

const coordinate: Check = (value) => {
  const bytes = bytesOf(value);
  if (!bytes) return notBase64Url;
  return bytes.length === coordinate_bytes ? undefined : invalid(`Must be ${coordinate_bytes} bytes.`);
};

const required: Readonly<Record<PublicKey['kty'], Readonly<Record<string, Check>>>> = {
  RSA: { n: modulus, e: exponent },
  EC: { crv: exactly('P-256'), x: coordinate, y: coordinate },
};

/** Everything that is wrong with a key as a caller sent it; empty when a secret can be encrypted for it. */
export const publicKeyProblems = (jwk: Readonly<Record<string, unknown>>): PublicKeyProblem[] => {
  const secret = privateMembers.filter((member) => Object.hasOwn(jwk, member));
  if (secret.length > 0) return secret.map((member) => ({ member, ...invalid(givenAway) }));
  const { kty } = jwk;
  if (kty === undefined) return [{ member: 'kty', ...missing }];
  if (kty !== 'RSA' && kty !== 'EC') return [{ member: 'kty', ...invalid('Must be one of RSA, EC.') }];
  const ofType = required[kty];
  const optional = { ...optionalChecks, alg: exactly(keyAlgorithms[kty]) };
  const lacking = Object.keys(ofType).filter((member) => jwk[member] === undefined);
  const said = Object.entries(jwk).filter(([member, value]) => member !== 'kty' && value !== undefined);
  return [
    ...lacking.map((member) => ({ member, ...missing })),
    ...said.flatMap(([member, value]) => {
      const check = memberOf(ofType, member) ?? memberOf(optional, member);
      const problem = check ? check(value) : unknown;
      return problem ? [{ member, ...problem }] : [];
    }),
  ];
};

const givenAway = 'Is part of a private key: send the public key alone, and this one never again.';
const missing = { code: 'required', detail: 'Must be given.' } as const;
const unknown = { code: 'unknown_field', detail: 'Unknown field: omit it, or check its spelling.' } as const;
const notBase64Url = { code: 'invalid_format', detail: 'Must be base64url without padding.' } as const;

const memberOf = (checks: Readonly<Record<string, Check>>, name: string): Check | undefined =>
  Object.hasOwn(checks, name) ? checks[name] : undefined;

/** A text of base64url (RFC 4648, section 5) as characters of one byte each. */
const bytesOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !/^[A-Za-z0-9_-]+$/.test(value) || value.length % 4 === 1) return undefined;
  return atob(value.replaceAll('-', '+').replaceAll('_', '/'));
};

const bitsOf = (bytes: string): number => {
  const significant = bytes.replace(/^\0+/, '');
  return significant === '' ? 0 : significant.length * 8 - Math.clz32(significant.charCodeAt(0)) + 24;
};

const isOdd = (bytes: string): boolean => bytes.charCodeAt(bytes.length - 1) % 2 === 1;

const base64url = (description: string) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.meta({ description }));
const only = <Value extends string>(value: Value, description: string) =>
  z.literal(value).check(z.meta({ description }));

const optionalMembers = (algorithm: string) => ({
  alg: z.optional(only(algorithm, 'Follows from kty; may be left out.')),
  use: z.optional(only('enc', 'What the key is for.')),
  kid: z.optional(
    z.string().check(z.minLength(1), z.maxLength(200), z.meta({ description: 'Returned in the header of the JWE.' })),
  ),
  key_ops: z.optional(z.array(z.string()).check(z.meta({ description: 'Accepted and ignored.' }))),
  ext: z.optional(z.boolean().check(z.meta({ description: 'Accepted and ignored.' }))),
});

/** What a key shows in the reference; `publicKeyProblems` is what it is checked by. */
const printedKeys = () => {
  const Rsa = z
    .strictObject({
      kty: only('RSA', 'The type of the key.'),
      n: base64url('The modulus, 2048 to 8192 bits.'),
      e: base64url('The exponent, odd, from 3 on.'),
      ...optionalMembers(keyAlgorithms.RSA),
    })
    .check(z.meta({ id: 'RsaPublicKey', description: 'An RSA key.' }));
  const Ec = z
    .strictObject({
      kty: only('EC', 'The type of the key.'),
      crv: only('P-256', 'The curve.'),
      x: base64url('A coordinate, 32 bytes.'),
      y: base64url('A coordinate, 32 bytes.'),
      ...optionalMembers(keyAlgorithms.EC),
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
    printed: printedKeys,
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

/** The response of a reveal: the encrypted number, or the key for the elements of the issuer. */
export const toCardReveal = (
  cardId: string,
  result: { readonly jwe: string } | { readonly ephemeral_key: z.infer<typeof EphemeralKey> },
): CardReveal => ({
  ...{ object: 'card_reveal' as const, card_id: cardId, jwe: null, ephemeral_key: null },
  ...result,
});

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
