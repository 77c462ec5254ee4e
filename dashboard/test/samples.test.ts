import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { newWebhookSecret, sign } from '../../functions/delivery/webhooks/signing.ts';
import { test } from '../../test/helpers/tests.ts';
import { verify } from '../src/pages/webhooks/verifying/verify.ts';

const body = '{"name":"Zoë"}';
const [secret, next] = [newWebhookSecret(), newWebhookSecret()];
const signed = (by: readonly string[], at = new Date()) => sign('evt_1', at, body, by);

test('the code for receivers takes what one of two keys signed within five minutes, and nothing else', () => {
  verify(body, signed([secret]), secret);
  verify(body, signed([next, secret]), secret);
  assert.throws(() => verify(body, signed([next]), secret), /wrong signature/);
  assert.throws(() => verify(`${body} `, signed([secret]), secret), /wrong signature/);
  assert.throws(
    () => verify(body, { ...signed([secret]), 'webhook-signature': 'v1,' }, secret),
    /wrong signature/,
  );
  for (const minutes of [-6, 6]) {
    const at = new Date(Date.now() + minutes * 60_000);
    assert.throws(() => verify(body, signed([secret], at), secret), /too old/);
  }
  assert.throws(
    () => verify(body, { ...signed([secret]), 'webhook-timestamp': 'now' }, secret),
    /too old/,
  );
});

test('the code of each language reads the three headers, compares in constant time and limits the age', () => {
  const compares = /timingSafeEqual|compare_digest|hmac\.Equal|MessageDigest\.isEqual|hash_equals/;
  const files = globSync('dashboard/src/pages/webhooks/verifying/*');
  assert.equal(files.length, 5);
  for (const file of files) {
    const code = readFileSync(file, 'utf8').toLowerCase().replaceAll('_', '-');
    for (const part of ['webhook-', 'timestamp', 'signature', '300'])
      assert.ok(code.includes(part), `${file}: ${part}`);
    assert.match(readFileSync(file, 'utf8'), compares, file);
  }
});
