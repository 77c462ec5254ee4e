import assert from 'node:assert/strict';
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { itemsAt } from '../../../../functions/core/validation.ts';
import { PublicKeySchema } from '../../../../functions/issuing/cards/reveal-schema.ts';
import { describe, test } from '../../../helpers/tests.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicOf = (pair: typeof rsa | typeof ec) =>
  pair.publicKey.export({ format: 'jwk' }) as Record<string, unknown>;
const privateOf = (pair: typeof rsa | typeof ec) =>
  pair.privateKey.export({ format: 'jwk' }) as JsonWebKey;
const bytes = (count: number, first: number, last: number) => {
  const all = Buffer.alloc(count, 0x55);
  all[0] = first;
  all[count - 1] = last;
  return all.toString('base64url');
};
/** Problems in a few words: `n invalid_value`. */
const problems = (jwk: unknown) =>
  itemsAt(PublicKeySchema, jwk, []).map(
    (item) => `${'pointer' in item ? item.pointer.slice(1) : ''} ${item.code}`,
  );

describe('a public key is taken', () => {
  const described = { use: 'enc', kid: 'mine', key_ops: ['encrypt'], ext: true };
  const taken: [string, Record<string, unknown>][] = [
    ['as Node exports RSA', publicOf(rsa)],
    ['as Node exports P-256', publicOf(ec)],
    ['as a browser exports RSA', { ...publicOf(rsa), ...described, alg: 'RSA-OAEP-256' }],
    ['as a browser exports P-256', { ...publicOf(ec), ...described, key_ops: [], alg: 'ECDH-ES' }],
    ['with a modulus of 8192 bits', { ...publicOf(rsa), n: bytes(1024, 0x80, 1) }],
    ['with the exponent 3', { ...publicOf(rsa), e: 'Aw' }],
  ];
  for (const [what, jwk] of taken) test(what, () => assert.deepEqual(problems(jwk), []));
});

describe('a public key is rejected', () => {
  const [n, e] = ['n', 'e'].map((member) => String(publicOf(rsa)[member]));
  const { x } = publicOf(ec);
  const refused: [string, Record<string, unknown>, string[]][] = [
    ['without a type', {}, ['kty required']],
    ['of another type', { kty: 'oct' }, ['kty invalid_value']],
    ['of a type from every object', { kty: 'constructor' }, ['kty invalid_value']],
    [
      'with the private part of RSA',
      privateOf(rsa) as Record<string, unknown>,
      privates('d p q dp dq qi'),
    ],
    ['with the private part of EC', privateOf(ec) as Record<string, unknown>, privates('d')],
    ['that is a symmetric one', { kty: 'oct', k: 'AAAA' }, privates('k')],
    ['without its parts', { kty: 'RSA' }, ['n required', 'e required']],
    ['without its curve', { kty: 'EC' }, ['crv required', 'x required', 'y required']],
    ['of 2047 bits', { kty: 'RSA', n: bytes(256, 0x7f, 1), e }, ['n invalid_value']],
    ['of 2040 bits behind zeros', { kty: 'RSA', n: bytes(256, 0, 1), e }, ['n invalid_value']],
    ['of 8193 bits', { kty: 'RSA', n: bytes(1025, 1, 1), e }, ['n invalid_value']],
    ['with an even modulus', { kty: 'RSA', n: bytes(256, 0x80, 2), e }, ['n invalid_value']],
    [
      'of 2048 bits behind a zero',
      { kty: 'RSA', n: bytes(257, 0, 1).replace(/^AFV/, 'AID'), e },
      ['n invalid_value'],
    ],
    ['with an exponent behind a zero', { kty: 'RSA', n, e: 'AAEAAQ' }, ['e invalid_value']],
    ['of zeros alone', { kty: 'RSA', n: bytes(1, 0, 0), e }, ['n invalid_value']],
    ['with the exponent 1', { kty: 'RSA', n, e: 'AQ' }, ['e invalid_value']],
    ['with an even exponent', { kty: 'RSA', n, e: 'Ag' }, ['e invalid_value']],
    ['with an exponent of 33 bits', { kty: 'RSA', n, e: bytes(5, 1, 1) }, ['e invalid_value']],
    ['with padding', { kty: 'RSA', n: `${n}=`, e }, ['n invalid_format']],
    [
      'with a part that is no text',
      { kty: 'RSA', n: 5, e: null },
      ['n invalid_type', 'e invalid_type'],
    ],
    ['with a part of no whole bytes', { kty: 'RSA', n, e: 'AQABA' }, ['e invalid_format']],
    ['on another curve', { ...publicOf(ec), crv: 'P-384' }, ['crv invalid_value']],
    ['with a short coordinate', { ...publicOf(ec), x: bytes(31, 1, 1) }, ['x invalid_value']],
    ['with a long coordinate', { ...publicOf(ec), y: bytes(33, 0, 1) }, ['y invalid_value']],
    ['with parts of another type', { ...publicOf(rsa), x }, ['x unknown_field']],
    [
      'with a member of every object',
      { ...publicOf(rsa), constructor: 1 },
      ['constructor unknown_field'],
    ],
    ['for signatures', { ...publicOf(rsa), use: 'sig' }, ['use invalid_value']],
    ['for an algorithm of signatures', { ...publicOf(rsa), alg: 'RS256' }, ['alg invalid_value']],
    [
      'for an algorithm of another type',
      { ...publicOf(ec), alg: 'RSA-OAEP-256' },
      ['alg invalid_value'],
    ],
    ['for a weaker algorithm', { ...publicOf(rsa), alg: 'RSA-OAEP' }, ['alg invalid_value']],
    ['with a name that is too long', { ...publicOf(ec), kid: 'k'.repeat(201) }, ['kid too_long']],
    [
      'with odd descriptions',
      { ...publicOf(ec), key_ops: 'x', ext: 1 },
      ['key_ops invalid_type', 'ext invalid_type'],
    ],
  ];
  for (const [what, jwk, expected] of refused)
    test(what, () => assert.deepEqual(problems(jwk).toSorted(), expected.toSorted()));
});

describe('a key has one spelling, so that it has one thumbprint', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  /** All texts that decode to the same bytes: the bits of the last character that belong to no byte may be any. */
  const spellings = (text: string) =>
    [...alphabet]
      .map((last) => text.slice(0, -1) + last)
      .filter((other) => Buffer.from(other, 'base64url').equals(Buffer.from(text, 'base64url')));
  const parts: [string, Record<string, unknown>, string, number][] = [
    ['the modulus of 2048 bits', publicOf(rsa), 'n', 4 ** 2],
    ['the modulus of 2056 bits', { ...publicOf(rsa), n: bytes(257, 0x80, 1) }, 'n', 4],
    ['the modulus of 2064 bits', { ...publicOf(rsa), n: bytes(258, 0x80, 1) }, 'n', 1],
    ['the exponent 3', { ...publicOf(rsa), e: 'Aw' }, 'e', 4 ** 2],
    ['the exponent 257', { ...publicOf(rsa), e: 'AQE' }, 'e', 4],
    ['the exponent 65537', publicOf(rsa), 'e', 1],
    ['a coordinate', publicOf(ec), 'x', 4],
    ['the other coordinate', publicOf(ec), 'y', 4],
  ];
  for (const [what, jwk, member, count] of parts)
    test(what, () => {
      const own = String(jwk[member]);
      const others = spellings(own);
      assert.equal(others.length, count);
      for (const text of others)
        assert.deepEqual(
          problems({ ...jwk, [member]: text }),
          text === own ? [] : [`${member} invalid_format`],
          text,
        );
    });
  const standard = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/');
  const { n } = { ...publicOf(rsa), n: bytes(256, 0xff, 0xff) };
  for (const [what, text] of [
    ['in the alphabet of base64', standard(n)],
    ['with padding', `${n}==`],
    ['with a line break', `${n}\n`],
    ['with a blank within', `${n.slice(0, 8)} ${n.slice(8)}`],
  ] as const)
    test(`${what} it is rejected`, () =>
      assert.deepEqual(problems({ ...publicOf(rsa), n: text }), ['n invalid_format']));
});

test('what is wrong stands at the member of the body that is wrong', () => {
  const items = (jwk: unknown) =>
    itemsAt(PublicKeySchema, jwk, ['public_key']).map((item) => [
      Object.values(item)[0],
      item.code,
    ]);
  assert.deepEqual(items({ kty: 'RSA', n: 'AQ', colour: 1 }), [
    ['/public_key/n', 'invalid_value'],
    ['/public_key/e', 'required'],
    ['/public_key/colour', 'unknown_field'],
  ]);
  assert.deepEqual(items(privateOf(ec)), [['/public_key/d', 'invalid_value']]);
  for (const other of ['key', [], 5, null])
    assert.deepEqual(items(other), [['/public_key', 'invalid_type']]);
});

function privates(members: string): string[] {
  return members.split(' ').map((member) => `${member} invalid_value`);
}
