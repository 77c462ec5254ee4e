import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  GetApiKeysCommand,
  GetUsagePlanKeysCommand,
} from '@aws-sdk/client-api-gateway';
import { type Local, startLocal } from '../start.ts';
import { writeSmallAssembly } from './helpers/small-assembly.ts';
import {
  api,
  countedApi,
  declaredKey,
  inPlan,
  plan,
  restApi,
  valueFor,
} from './helpers/usage-plans.ts';

const assembly = writeSmallAssembly(countedApi);
const folder = mkdtempSync(join(tmpdir(), 'keys-'));
let local: Local;

const start = async () => {
  local = await startLocal({ assembly: assembly.folder, folder });
};
before(start);
after(async () => {
  await local.stop();
  assembly.remove();
  rmSync(folder, { recursive: true });
});

const call = (token: string, path = 'page') =>
  fetch(`${local.environments.sandbox?.base_url}${path}`, { headers: { 'Api-Key': token } });
const statusesOf = async (token: string, count: number, path?: string) => {
  const statuses = [];
  for (let i = 0; i < count; i++) statuses.push((await call(token, path)).status);
  return statuses;
};

const client = (credentials = local.operator) =>
  new APIGatewayClient({
    endpoint: local.endpoint,
    region: 'eu-west-1',
    credentials,
    maxAttempts: 1,
  });
const planId = (logicalId: string): string =>
  local.resources.find((each) => each.logicalId === logicalId)?.physicalId ??
  assert.fail(logicalId);
const create = (word: string, more: object = {}, by = client()) =>
  by.send(new CreateApiKeyCommand({ name: word, value: valueFor(word), enabled: true, ...more }));
const putInto = (keyId: string | undefined, to: string, by = client()) =>
  by.send(new CreateUsagePlanKeyCommand({ usagePlanId: planId(to), keyId, keyType: 'API_KEY' }));

describe('a usage plan', () => {
  test('bounds each of its keys, and no other caller', async () => {
    assert.deepEqual(await statusesOf('declared-1', 3), [200, 200, 429]);
    const { id } = await create('neighbour');
    await putInto(id, 'Few');
    assert.deepEqual(await statusesOf('neighbour-1', 3), [200, 200, 429]);
    // Two tokens of one caller are one key.
    assert.deepEqual(await statusesOf('neighbour-2', 1), [429]);
    assert.deepEqual(await statusesOf('free-1', 9), Array(9).fill(200));
  });

  test('that lets more through does', async () => {
    const { id } = await create('favoured');
    await putInto(id, 'More');
    assert.deepEqual(await statusesOf('favoured-1', 5), [200, 200, 200, 200, 429]);
  });

  test('answers over its limit with the values that the authorizer gave', async () => {
    const { id } = await create('limited');
    await putInto(id, 'Few');
    await statusesOf('limited-1', 2);
    assert.equal((await call('limited-1')).headers.get('policy'), 'of limited');
  });

  test('takes nothing from the stage for what it rejects', async () => {
    await statusesOf('declared-1', 3);
    assert.deepEqual(await statusesOf('declared-1', 5, 'scarce'), Array(5).fill(429));
    assert.deepEqual(await statusesOf('free-1', 4, 'scarce'), [200, 200, 200, 429]);
  });

  test('counts only methods that require a key', async () => {
    await statusesOf('declared-1', 3);
    assert.deepEqual(await statusesOf('declared-1', 2, 'uncounted'), [200, 200]);
    assert.deepEqual(await statusesOf('declared-1', 2, 'open'), [200, 200]);
  });

  test('lets nobody in whose key is unknown, switched off, in no plan of the stage, or not named', async () => {
    for (const word of ['unknown', 'off', 'alone', 'nameless']) {
      const answer = await call(`${word}-1`);
      assert.deepEqual(
        [word, answer.status, await answer.json()],
        [word, 403, { message: 'Forbidden' }],
      );
    }
    assert.equal((await call('wrong-1')).status, 500);
  });

  test('shows the function which key it was', async () => {
    const { requestContext } = (await (await call('free-1')).json()) as {
      requestContext: { identity: object };
    };
    const { apiKey, apiKeyId } = requestContext.identity as Record<string, string>;
    assert.deepEqual([apiKey, apiKeyId], [valueFor('free'), planId('Free')]);
  });
});

describe('the control plane', () => {
  test('makes a key once, and finds it by its name', async () => {
    const { id, name, value, enabled } = await create('once');
    assert.deepEqual([name, value, enabled], ['once', valueFor('once'), true]);
    await assert.rejects(create('once'), { name: 'ConflictException' });
    const { items = [] } = await client().send(new GetApiKeysCommand({ nameQuery: 'onc' }));
    assert.deepEqual(
      items.map((each) => [each.id, each.name, each.value]),
      [[id, 'once', undefined]],
    );
  });

  test('puts a key into one plan of a stage', async () => {
    const { id } = await create('placed');
    assert.equal((await putInto(id, 'Few')).name, 'placed');
    for (const to of ['Few', 'More'])
      await assert.rejects(putInto(id, to), { name: 'ConflictException' });
    await assert.rejects(putInto('nothing', 'Few'), { name: 'NotFoundException' });
    const found = async (nameQuery: string) =>
      (await client().send(new GetUsagePlanKeysCommand({ usagePlanId: planId('Few'), nameQuery })))
        .items?.length;
    assert.deepEqual([await found('placed'), await found('once')], [1, 0]);
  });

  test('rejects what it would have to guess', async () => {
    for (const more of [
      { value: 'short' },
      { value: 'with-a-hyphen-in-it-here' },
      { customerId: 'one' },
    ])
      await assert.rejects(create('odd', more), { name: 'BadRequestException' });
    await assert.rejects(client().send(new GetApiKeysCommand({ includeValues: true })), {
      name: 'BadRequestException',
    });
  });

  test('lets a function do what its role says and nothing else', async () => {
    const by = client(local.credentialsOf('page'));
    const { id } = await create('granted', {}, by);
    await putInto(id, 'Few', by);
    const rejected = { name: 'AccessDeniedException' };
    await assert.rejects(putInto(id, 'More', by), rejected);
    await assert.rejects(by.send(new GetApiKeysCommand({})), rejected);
    await assert.rejects(
      create('forged', {}, client({ ...local.operator, accessKeyId: 'AKIA0' })),
      {
        name: 'UnrecognizedClientException',
      },
    );
  });

  test('remembers over a restart what was made, and what is declared is not made twice', async () => {
    const { id } = await create('lasting');
    await putInto(id, 'Few');
    await local.stop();
    await start();
    await assert.rejects(create('lasting'), { name: 'ConflictException' });
    assert.deepEqual(await statusesOf('lasting-1', 3), [200, 200, 429]);
    assert.deepEqual(await statusesOf('declared-1', 3), [200, 200, 429]);
  });
});

describe('a template is rejected', () => {
  const rejected = async (resources: object, message: RegExp, methods = countedApi.methods) => {
    const odd = writeSmallAssembly({
      ...countedApi,
      ...(methods && { methods }),
      resources: { ...countedApi.resources, ...resources },
    });
    try {
      await assert.rejects(startLocal({ assembly: odd.folder, memory: true }), {
        name: 'BadConfiguration',
        message,
      });
    } finally {
      odd.remove();
    }
  };
  const stage = (over: object) => ({ ApiStages: [{ ...api, ...over }] });
  const cases: [what: string, resources: Record<string, unknown>, message: RegExp][] = [
    [
      'that counts by days',
      { Few: plan(1, 1, { Quota: { Limit: 5, Period: 'DAY' } }) },
      /Few has a quota/,
    ],
    [
      'that throttles by method',
      { Few: plan(1, 1, stage({ Throttle: {} })) },
      /Few has throttles by method/,
    ],
    [
      'that names a stage of no API',
      { Few: plan(1, 1, stage({ Stage: 'v2' })) },
      /Few names the stage v2/,
    ],
    [
      'with half a throttle',
      { Few: plan(1, 1, { Throttle: { RateLimit: 1 } }) },
      /Few has half a throttle/,
    ],
    [
      'whose key has no value',
      { Off: declaredKey('off', { Value: undefined }) },
      /Off has no value/,
    ],
    [
      'with another type of key',
      { OffInFew: inPlan('Off', 'Few', 'TOKEN') },
      /OffInFew has keys of type TOKEN/,
    ],
    [
      'that reads keys from a header',
      { Api: restApi('HEADER') },
      /GET \/page takes its API key from a header/,
    ],
  ];
  for (const [what, resources, message] of cases) test(what, () => rejected(resources, message));

  test('whose open method requires a key', async () => {
    const methods = { 'GET /page': { function: 'page', open: true, counted: true } } as const;
    await rejected({}, /requires an API key, and has no authorizer/, methods);
  });
});
