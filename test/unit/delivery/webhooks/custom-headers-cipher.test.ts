import assert from 'node:assert/strict';
import { mergedHeaders } from '../../../../functions/delivery/webhooks/custom-headers.ts';
import { customHeadersCipher } from '../../../../functions/delivery/webhooks/encryption.ts';
import { test } from '../../../helpers/tests.ts';

const owner = { tenant: 'biz', resource: 'whk' };

/** Encrypted values that are never equal, and the questions that were asked for a key. */
const aCipher = () => {
  const encrypted: string[] = [];
  const asked: string[] = [];
  const seal = async (plain: string) => `encrypted #${encrypted.push(plain)}`;
  const of = async (plain: string, context: typeof owner) => {
    asked.push(plain);
    return `key of ${context.tenant} ${context.resource}`;
  };
  return { encrypted, asked, encryptHeaders: customHeadersCipher({ seal }, { of }) };
};

test('each value is encrypted by itself, and only its end and its length say something of it', async () => {
  const { encrypted, asked, encryptHeaders } = aCipher();
  const { authorization, short, gone } = await encryptHeaders(
    { authorization: 'Bearer 0123', short: 'x', gone: null },
    owner,
  );
  assert.deepEqual([authorization?.last4, authorization?.characters], [null, 11]);
  assert.deepEqual([short?.encrypted, gone], ['encrypted #2', null]);
  assert.deepEqual(encrypted, ['Bearer 0123', 'x']);
  assert.deepEqual(asked, ['headers'], 'one question for all of them, and none of them in it');
  assert.ok(!JSON.stringify(authorization).includes('Bearer'));
});

test('a header equal to the stored one is that again; another value, name or webhook is not', async () => {
  const { encrypted, encryptHeaders } = aCipher();
  const stored = mergedHeaders({}, await encryptHeaders({ 'X-A': 'one', b: 'one' }, owner));
  assert.deepEqual(await encryptHeaders({ 'x-a': 'one' }, owner, stored), { 'x-a': stored['X-A'] });
  assert.equal(encrypted.length, 2);
  assert.notEqual(stored['X-A']?.fingerprint, stored.b?.fingerprint);
  for (const [said, of] of [
    [{ 'X-A': 'two' }, owner],
    [{ c: 'one' }, owner],
    [{ 'X-A': 'one' }, { ...owner, resource: 'whk other' }],
  ] as const) {
    const [header] = Object.values(await encryptHeaders(said, of, stored));
    assert.ok(
      header &&
        !Object.values(stored).some(({ fingerprint }) => fingerprint === header.fingerprint),
    );
  }
});

test('without a header to encrypt nobody is asked', async () => {
  const { encrypted, asked, encryptHeaders } = aCipher();
  assert.deepEqual(await encryptHeaders({}, owner), {});
  assert.deepEqual(await encryptHeaders({ a: null }, owner), { a: null });
  assert.deepEqual([encrypted, asked], [[], []]);
});
