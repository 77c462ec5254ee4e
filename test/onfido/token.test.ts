import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { askOnfido } from '../../functions/identity/verifiers/onfido/client.ts';
import { secretNames, sharedOnfido } from './stand-in.ts';

const onfido = await sharedOnfido();
const use = (ENVIRONMENT: string, ONFIDO_API_TOKEN_SECRET: string) =>
  Object.assign(process.env, { ENVIRONMENT, ONFIDO_API_TOKEN_SECRET });
const list = () => askOnfido('GET', '/applicants?page=1&per_page=1');

beforeEach(() => onfido.clear());
afterEach(() => use('sandbox', secretNames.token));

for (const [environment, own, other] of [
  ['sandbox', secretNames.token, secretNames.live_token],
  ['live', secretNames.live_token, secretNames.token],
] as const)
  test(`${environment} sends its own token, and nothing with the token of another environment`, async () => {
    use(environment, other);
    await assert.rejects(list, /the token of Onfido is not of this environment/);
    assert.deepEqual(onfido.seen, []);
    use(environment, own);
    assert.deepEqual(await list(), { ok: true, body: { applicants: [] } });
    assert.deepEqual(onfido.seen, ['GET /applicants']);
  });
