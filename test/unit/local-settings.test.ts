import assert from 'node:assert/strict';
import { readDataAddress, readSettings } from '../../bin/start/settings.ts';
import { secretsOf } from '../../bin/start/synthesise.ts';
import { test } from '../helpers/tests.ts';

test('the data plane opens for this machine alone, unless another host is named', () => {
  assert.equal(readDataAddress([]), undefined);
  assert.deepEqual(readDataAddress(['data']), { host: '127.0.0.1', port: 3003 });
  assert.deepEqual(readDataAddress(['data', '--host', '0.0.0.0', '--port', '0']), {
    host: '0.0.0.0',
    port: 0,
  });
});

test('what is no option of it is rejected', () => {
  for (const words of [
    ['all'],
    ['data', 'more'],
    ['data', '--port', '65536'],
    ['data', '--port'],
    ['data', '--to', 'x'],
  ])
    assert.throws(() => readDataAddress(words), { name: 'BadConfiguration' }, words.join(' '));
});

test('a test account of Stripe issues the sandbox’s cards where its key is said, and no key of live is taken', () => {
  assert.equal(readSettings({}).stripe, undefined);
  const said = { LOCAL_STRIPE_KEY: 'sk_test_1', LOCAL_STRIPE_API_BASE: 'http://127.0.0.1:12111' };
  const { stripe } = readSettings(said);
  assert.deepEqual(stripe, { key: 'sk_test_1', signing: '', apiBase: said.LOCAL_STRIPE_API_BASE });
  assert.deepEqual(
    [...secretsOf({ stripe }).values()],
    [{ current: 'sk_test_1' }, { current: '' }],
  );
  assert.equal(secretsOf({ stripe: undefined }).size, 0);
  for (const LOCAL_STRIPE_KEY of ['sk_live_1', 'whsec_1'])
    assert.throws(() => readSettings({ LOCAL_STRIPE_KEY }), {
      name: 'BadConfiguration',
      message: /test account/,
    });
});

test('the throttle of the stage and the limit of a business are settings', () => {
  const { throttle, limit } = readSettings({ LOCAL_THROTTLE: '2000/4000', LOCAL_LIMIT: '1/2' });
  assert.deepEqual(
    [throttle, limit],
    [
      { rate: 2000, burst: 4000 },
      { rate: 1, burst: 2 },
    ],
  );
  assert.deepEqual(
    [readSettings({}).throttle, readSettings({ LOCAL_LIMIT: '' }).limit],
    [undefined, undefined],
  );
  for (const name of ['LOCAL_THROTTLE', 'LOCAL_LIMIT'])
    for (const text of ['200', '0/1', '1/0', '1/-1', '1.5/2', '200 / 400', '1/2/3'])
      assert.throws(
        () => readSettings({ [name]: text }),
        { name: 'BadConfiguration', message: new RegExp(name) },
        text,
      );
});

test('the memory of functions that stay loaded is a setting, of one instance at least', () => {
  assert.deepEqual(
    [{}, { LOCAL_MEMORY: '' }, { LOCAL_MEMORY: '26' }, { LOCAL_MEMORY: '1000000' }].map(
      (variables) => readSettings(variables).memory_mb,
    ),
    [256, 256, 26, 1_000_000],
  );
  const expected = 'LOCAL_MEMORY must be megabytes, a whole number from 26 to 1000000, and is';
  for (const LOCAL_MEMORY of [
    '0',
    '25',
    '-1',
    '256.5',
    '256MB',
    '0x100',
    '1e3',
    ' 256',
    '1000001',
    '9999999',
    'all',
  ])
    assert.throws(
      () => readSettings({ LOCAL_MEMORY }),
      { name: 'BadConfiguration', message: `${expected} ${JSON.stringify(LOCAL_MEMORY)}.` },
      LOCAL_MEMORY,
    );
});
