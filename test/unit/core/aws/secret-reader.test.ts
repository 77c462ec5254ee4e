import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { secretsManager } from '../../../../functions/core/aws/secrets.ts';
import { after, before, test } from '../../../helpers/tests.ts';

/** Secrets Manager as far as these tests go: what it keeps, how often it was asked, and whether it is there. */
const kept = new Map([['AWSCURRENT', 'new']]);
let changed_at = Date.parse('2026-11-20T15:04:05.000Z');
let asked = 0;
let isDown = false;
const aws = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  asked += 1;
  const { SecretId, VersionStage } = JSON.parse(body);
  const SecretString = SecretId === 'a' ? kept.get(VersionStage) : undefined;
  const found = { SecretString, Name: SecretId, CreatedDate: changed_at / 1000 };
  const missing = { __type: 'ResourceNotFoundException', message: 'none' };
  response.writeHead(isDown ? 503 : SecretString ? 200 : 400, {
    'content-type': 'application/x-amz-json-1.1',
  });
  response.end(JSON.stringify(SecretString ? found : missing));
});
const environment = { ...process.env };

before(async () => {
  await new Promise<void>((resolve) => aws.listen(0, '127.0.0.1', resolve));
  const AWS_ENDPOINT_URL_SECRETS_MANAGER = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  const credentials = {
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'eu-west-1',
  };
  Object.assign(process.env, { ...credentials, AWS_ENDPOINT_URL_SECRETS_MANAGER });
});
after(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  aws.closeAllConnections();
  aws.close();
});

/** A reader whose time stands still until it is moved. */
const aReader = () => {
  let ms = Date.parse('2026-11-20T15:04:05.123Z');
  const reader = secretsManager({ now: () => new Date(ms) });
  return { reader, later: (minutes: number) => (ms += minutes * 60_000) };
};

test('a secret is asked for once in five minutes, by however many, and once it is forgotten', async () => {
  const { reader, later } = aReader();
  const before = asked;
  assert.deepEqual(await Promise.all([reader.read('a'), reader.read('a')]), ['new', 'new']);
  later(4.9);
  await reader.read('a');
  assert.equal(asked - before, 1);
  later(0.2);
  await reader.read('a');
  assert.equal(asked - before, 2);
  reader.forget('a');
  await reader.read('a');
  assert.equal(asked - before, 3);
});

test('the value before it is another, where there is one, and a secret that is none is none', async () => {
  const { reader, later } = aReader();
  assert.equal(await reader.read('a', 'previous'), undefined);
  kept.set('AWSPREVIOUS', 'old');
  later(5.1);
  assert.deepEqual([await reader.read('a'), await reader.read('a', 'previous')], ['new', 'old']);
  assert.equal(await reader.read('nothing'), undefined);
});

test('the value before it is valid for a day after the change, and not for ever', async () => {
  kept.set('AWSPREVIOUS', 'old');
  const { reader, later } = aReader();
  later(24 * 60 - 1);
  assert.equal(await reader.read('a', 'previous'), 'old');
  later(6);
  assert.equal(await reader.read('a', 'previous'), undefined);
  changed_at += 24 * 3_600_000;
  later(6);
  assert.equal(await reader.read('a', 'previous'), 'old', 'it was changed again');
});

test('what could not be read is asked for again', async () => {
  const { reader } = aReader();
  isDown = true;
  await assert.rejects(reader.read('a'));
  isDown = false;
  assert.equal(await reader.read('a'), 'new');
});
