import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aTenant, individual } from '../../helpers/given.ts';
import { sharedWithoutRelay } from '../../helpers/service.ts';

const local = await sharedWithoutRelay();
const tenant = await aTenant(local);

const created = (fields: object) => tenant.call({ method: 'POST', path: '/customers', body: individual(fields) });

/** What a refused create points at, as `pointer code`. */
const refused = async (fields: object): Promise<string[]> => {
  const { status, body, text } = await created(fields);
  assert.equal(status, 400, text);
  return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
};

test('a tax id has 4 to 32 letters, digits, dashes and spaces, four of them letters or digits', async () => {
  for (const tax_id of ['1234', 'A'.repeat(32), '1 2-3 4', 'ÄÖÜß', '12-3456789'])
    assert.equal((await created({ tax_id })).status, 201, tax_id);
  for (const tax_id of ['123', 'A'.repeat(33), '12.34', '----', '12-3', '1234\n'])
    assert.equal(
      (await refused({ tax_id })).every((item) => item.startsWith('/tax_id ')),
      true,
      tax_id,
    );
});

test('a card number is refused in names and metadata, and only what is one', async () => {
  const numbers = ['4242424242424242', '4242 4242 4242 4242', '5555-5555-5555-4444', 'card 378282246310005, thanks'];
  for (const number of numbers) {
    for (const field of ['first_name', 'middle_name', 'last_name'])
      assert.deepEqual(await refused({ [field]: number }), [`/${field} card_number_not_allowed`]);
    assert.deepEqual(await refused({ metadata: { note: number } }), ['/metadata/note card_number_not_allowed']);
  }
  for (const other of ['4242424242424241', '424242424242', '1234567890128', '42424242424242424242'])
    assert.equal((await created({ first_name: other, metadata: { [other]: other } })).status, 201, other);
});

test('bytes that are not UTF-8 are refused, and never kept as something similar', async () => {
  const sent = (last_name: Buffer) => {
    const [before, after] = JSON.stringify(individual({ last_name: '?' })).split('?') as [string, string];
    return tenant.call({
      ...{ method: 'POST', path: '/customers' },
      text: Buffer.concat([Buffer.from(before), last_name, Buffer.from(after)]),
    });
  };
  const latin = await sent(Buffer.from('Müller', 'latin1'));
  assert.deepEqual([latin.status, latin.body.code], [400, 'malformed_json'], latin.text);
  const whole = await sent(Buffer.from('Müller'));
  assert.deepEqual([whole.status, whole.body.last_name], [201, 'Müller'], whole.text);
});

test('who is not yet 18 cannot be a customer', async () => {
  const now = new Date();
  const born = (days: number) =>
    new Date(Date.UTC(now.getUTCFullYear() - 18, now.getUTCMonth(), now.getUTCDate() + days))
      .toISOString()
      .slice(0, 10);
  assert.equal((await created({ date_of_birth: born(-1) })).status, 201);
  for (const date_of_birth of [born(2), '9999-12-31'])
    assert.deepEqual(await refused({ date_of_birth }), ['/date_of_birth under_age']);
  assert.deepEqual(await refused({ date_of_birth: '2001-02-29' }), ['/date_of_birth invalid_format']);
});

test('a postal code has the form of its country, where the country has one', async () => {
  for (const [postal_code, country] of [
    ['SW1Y 4LB', 'GB'],
    ['10115', 'DE'],
    ['94103-1234', 'US'],
    ['none', 'AE'],
    ['x', null],
  ])
    assert.equal((await created({ address: { postal_code, country } })).status, 201, `${country}`);
  for (const [postal_code, country] of [
    ['10115', 'GB'],
    ['SW1Y 4LB', 'DE'],
    ['1234', 'US'],
  ])
    assert.deepEqual(await refused({ address: { postal_code, country } }), ['/address/postal_code invalid_format']);
  assert.deepEqual(await refused({ address: { country: 'ZZ' } }), ['/address/country invalid_value']);
});

test('texts are taken up to their longest, in characters', async () => {
  const longest = { first_name: '👩'.repeat(100), last_name: 'x'.repeat(100), external_id: 'e'.repeat(255) };
  const lines = { line1: 'l'.repeat(200), line2: 'l'.repeat(200), city: 'c'.repeat(100), state: 's'.repeat(100) };
  const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(59)}.example`;
  const { status, body, text } = await created({ ...longest, address: lines, email });
  assert.equal(status, 201, text);
  assert.equal(body.first_name, longest.first_name);
  assert.deepEqual(await refused({ first_name: '👩'.repeat(101) }), ['/first_name too_long']);
  assert.deepEqual(await refused({ email: `${'a'.repeat(64)}@${'b.'.repeat(95)}example` }), ['/email too_long']);
});

test('metadata holds 50 pairs, keys of 40 and values of 500 characters, and 8 KB in all', async () => {
  const pairs = (count: number, size: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, 'v'.repeat(size)]));
  const full = { ...pairs(49, 100), ['k'.repeat(40)]: 'v'.repeat(500) };
  assert.deepEqual((await created({ metadata: full })).body.metadata, full);
  const filled = { ...pairs(16, 500), k: 'v'.repeat(8192 - 16 * 500 - 10 * 4 - 6 * 5 - 1) };
  assert.equal((await created({ metadata: filled })).status, 201);
  assert.deepEqual(await refused({ metadata: { ...filled, k: `${filled.k}v` } }), ['/metadata too_long']);
  assert.deepEqual(await refused({ metadata: pairs(51, 1) }), ['/metadata too_long']);
  assert.deepEqual(await refused({ metadata: { a: 'v'.repeat(501) } }), ['/metadata/a too_long']);
  assert.deepEqual(await refused({ metadata: { ['k'.repeat(41)]: '' } }), [
    `/metadata/${'k'.repeat(41)} invalid_format`,
  ]);
  assert.deepEqual(await refused({ metadata: { 'a/b~c': 1 } }), ['/metadata/a~1b~0c invalid_type']);
  assert.equal((await refused(JSON.parse('{"metadata":{"__proto__":"x"}}'))).length, 1);
});
