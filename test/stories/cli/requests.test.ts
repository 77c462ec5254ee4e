import assert from 'node:assert/strict';
import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hasMode } from '../../../local/test/helpers/processes.ts';
import { aCommandLine, loggedIn, withProfile } from '../../helpers/command-line.ts';
import { aBusiness } from '../../helpers/service.ts';
import { test } from '../../helpers/tests.ts';
import { listeningWithoutRelay } from '../../world/listening/service.ts';

const local = await listeningWithoutRelay();

const ada = ['-d', 'type=individual', '-d', 'first_name=Ada', '-d', 'last_name=Lovelace'];

test('a key is kept where nobody else can read it, and is never shown', async () => {
  const { config, run, business } = await loggedIn(local);
  const file = join(config, 'profiles.json');
  assert.ok(hasMode(config, 0o700) && hasMode(file, 0o600));
  const { stdout } = await run(['profiles']);
  assert.match(
    stdout,
    new RegExp(`sandbox +sandbox +${business.baseUrl} +${business.tenant_id} +\\*`),
  );
  assert.ok(!stdout.includes(business.secret_key));
  for (const [path, mode] of [
    [file, 0o640],
    [config, 0o755],
  ] as const) {
    const { mode: kept } = statSync(path);
    chmodSync(path, mode);
    const refused = await run(['get', '/accounts']);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /Change that: chmod [67]00/);
    chmodSync(path, kept);
  }
});

test('any route is called by its path', async () => {
  const { run, business } = await withProfile(local);
  const name = ['-d', 'type=individual', '-d', 'first_name=Ada', '-d', 'address:={"country":"GB"}'];
  const created = await run(
    ['post', '/customers', '--json', ...name, '-d', '-'],
    '{"last_name":"Lovelace"}',
  );
  const { id, last_name, address } = JSON.parse(created.stdout);
  assert.deepEqual([last_name, address.country], ['Lovelace', 'GB']);
  assert.match(
    (await run(['patch', `customers/${id}`, '-d', 'last_name=Byron'])).stdout,
    /^last_name +Byron$/m,
  );
  await business.client.customers.create({
    body: { type: 'individual', first_name: 'Charles', last_name: 'Babbage' },
  });
  const first = await run(['get', '/customers', '-d', 'limit=1']);
  assert.match(first.stderr, /There are more: add --all/);
  assert.match(
    (await run(['get', '/customers?limit=1', '--all'])).stdout,
    new RegExp(`\n${id} +individual +active`),
  );
});

test('an error says what is wrong and where, and a failed post how to repeat it', async () => {
  const { run } = await withProfile(local);
  const refused = await run(['post', '/customers', '-d', 'type=individual', '-d', 'first_name:=5']);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /^Error: .* \(\d+ validation_failed\)\n/);
  assert.match(refused.stderr, /\n {2}\/first_name: /);
  assert.match(
    refused.stderr,
    /\nRequest id: .+\nTo repeat it without acting twice, add: --idempotency-key [\w-]{36}\n$/,
  );
  const { stderr } = await run(['--json', 'get', '/customers/cus_unknown']);
  assert.equal(JSON.parse(stderr).code, 'customer_not_found');
  assert.equal((await run(['get'])).code, 1);
  const repeated = ['post', '/customers', '--json', ...ada, '--idempotency-key', 'mine'];
  const [once, again] = [await run(repeated), await run(repeated)];
  assert.equal(JSON.parse(once.stdout).id, JSON.parse(again.stdout).id);
});

test('live is written to only when that is said', async () => {
  const { run, business } = await loggedIn(local, 'live');
  const refused = await run(['post', '/customers', ...ada]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /POST \/customers would change live\. Add --yes/);
  assert.deepEqual((await business.client.customers.list()).body.data, []);
  assert.equal((await run(['post', '/customers', ...ada, '--yes'])).code, 0);
  assert.equal((await business.client.customers.list()).body.data.length, 1);
});

test('an address that does not answer is distinguished from one that rejects', async () => {
  const { run } = aCommandLine();
  const key = 'sk_sandbox_x';
  assert.equal((await run(['login', '--address', 'http://127.0.0.1:9/v1/'], key)).code, 3);
  assert.equal((await run(['login', '--address', 'http://example.com/v1/'], key)).code, 1);
  const { baseUrl } = await aBusiness(local);
  const { code, stderr } = await run(['login', '--address', baseUrl], key);
  assert.deepEqual([code, /401 unauthorized/.test(stderr)], [2, true]);
});
