import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { clientOf } from '../../../client/src/client.ts';
import { createClient } from '../../../client/src/create-client.ts';
import type { OwnKey, RoutesClient } from '../../../client/src/routes-client.ts';
import { everyRoute } from '../../../functions/app/routes.ts';
import { test } from '../../helpers/tests.ts';

const baseUrl = 'https://api.example/v1/';
const client = createClient({ baseUrl, apiKey: 'sk' });
const person = { baseUrl, authorization: () => 'Bearer t' };
const reviewing = clientOf<RoutesClient<typeof everyRoute, OwnKey>>(everyRoute, person);
const params = { customer_id: 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w' };
const body = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' } as const;

/** Never called: tsc reads it, and an expected error that does not occur is an error. */
export const whatCompiles = async () => {
  const { body: customer, status } = await client.customers.create({ body, idempotencyKey: 'k' });
  const created: 201 = status;
  if (customer.type === 'individual') customer.first_name?.toUpperCase();
  // @ts-expect-error the form is not known to be a business
  customer.legal_name;
  const { body: page } = await client.customers.list({ query: { limit: 5, status: 'active' } });
  page.data[0]?.id.toUpperCase();
  await client.customers.create({ body });
  // @ts-expect-error who repeats calls has a key of their own for each
  await reviewing.customers.create({ body });
  for await (const { id } of client.customers.list()) id.toUpperCase();
  // @ts-expect-error one customer is no list
  for await (const one of client.customers.get({ params })) return one;
  // @ts-expect-error a GET takes none
  await client.customers.get({ params, idempotencyKey: 'k' });
  // @ts-expect-error an id is required
  await client.customers.get();
  // @ts-expect-error a parameter of another name
  await client.customers.get({ params: { id: 'x' } });
  await client.customers.create({
    // @ts-expect-error a required field is missing
    body: { type: 'individual', first_name: 'Ada' },
    idempotencyKey: 'k',
  });
  // @ts-expect-error an unknown field
  await client.customers.create({ body: { ...body, nickname: 'A' }, idempotencyKey: 'k' });
  // @ts-expect-error a status that does not exist
  await client.customers.list({ query: { status: 'gone' } });
  // @ts-expect-error the key that is asked about is required
  await client.idempotencyKeys.list();
  // @ts-expect-error a list takes no body
  await client.accounts.list({ body: {} });
  // @ts-expect-error no such verb
  await client.customers.destroy();
  await client.customers.suspend({ params, idempotencyKey: 'k', ifMatch: '"1"' });
  // @ts-expect-error what is new has no version yet
  await client.customers.create({ body, idempotencyKey: 'k', ifMatch: '"1"' });
  const decision = {
    params: { verification_id: 'idv_01h455vb4pex5vsknk084sn02q' },
    idempotencyKey: 'k',
  };
  await reviewing.verifications.approve({ ...decision, ifMatch: '"1"' });
  // @ts-expect-error a decision is bound to the version that was looked at
  await reviewing.verifications.approve(decision);
  return created;
};

test('the client is typed from the routes', () => assert.equal(typeof whatCompiles, 'function'));

test('the client runs in a browser: it bundles without anything of Node', async () => {
  const contents = `import { createClient } from './create-client.ts'; createClient({});`;
  const resolveDir = fileURLToPath(new URL('../../../client/src', import.meta.url));
  const stdin = { contents, resolveDir };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  assert.doesNotMatch(outputFiles[0]?.text ?? '', /process\.|Buffer\b/);
});
