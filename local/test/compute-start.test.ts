import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type Local, startLocal } from '../start.ts';
import { descendantsOf } from './helpers/processes.ts';
import { type Small, writeSmallAssembly } from './helpers/small-assembly.ts';
import { until } from './helpers/until.ts';

const policy = {
  PolicyName: 'greeting',
  PolicyDocument: {
    Statement: [
      {
        Effect: 'Allow',
        Action: 'lambda:InvokeFunction',
        Resource: { 'Fn::GetAtt': ['greet', 'Arn'] },
      },
    ],
  },
};

const small: Small = {
  functions: {
    greet: { source: `exports.handler = async ({ name }) => ({ greeting: 'hello ' + name });` },
    fail: { source: `exports.handler = async () => { throw new Error('no'); };` },
    keys: {
      source: `exports.handler = async () => ({ accessKeyId: process.env.AWS_ACCESS_KEY_ID, secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY });`,
    },
    page: { source: `exports.handler = async () => ({ statusCode: 200, body: 'here' });` },
  },
  methods: { 'GET /page': { function: 'page', open: true } },
  resources: {
    Role: { Type: 'AWS::IAM::Role', Properties: { RoleName: 'small', Policies: [policy] } },
  },
};

const assembly = writeSmallAssembly(small);
let local: Local;

before(async () => {
  local = await startLocal({ assembly: assembly.folder, memory: true });
});

after(async () => {
  await local.stop();
  assembly.remove();
});

const clientOf = (credentials: { accessKeyId: string; secretAccessKey: string }): LambdaClient =>
  new LambdaClient({ endpoint: local.endpoint, region: 'eu-west-1', credentials, maxAttempts: 1 });

const invoke = async (
  FunctionName: string,
  payload: unknown,
  more: object = {},
  credentials = local.operator,
) => {
  const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(payload), ...more });
  const { Payload, $metadata, ...answer } = await clientOf(credentials).send(command);
  const text = Buffer.from(Payload ?? []).toString();
  return { ...answer, status: $metadata.httpStatusCode, result: text && JSON.parse(text) };
};

describe('Lambda through the AWS SDK', () => {
  test('answers what the function answers, by name and by ARN', async () => {
    for (const name of ['greet', 'arn:aws:lambda:eu-west-1:000000000000:function:greet']) {
      const answer = await invoke(name, { name: 'Ada' });
      assert.deepEqual(answer, {
        StatusCode: 200,
        ExecutedVersion: '$LATEST',
        status: 200,
        result: { greeting: 'hello Ada' },
      });
    }
  });

  test('says when the function failed', async () => {
    const { FunctionError, StatusCode, result } = await invoke('fail', {});
    assert.equal(FunctionError, 'Unhandled');
    assert.equal(StatusCode, 200);
    assert.equal(result.errorMessage, 'no');
  });

  test('does not know functions that are not there', async () => {
    await assert.rejects(invoke('nobody', {}), { name: 'ResourceNotFoundException' });
  });

  test('rejects other invocation types, what is no JSON, and what is too large', async () => {
    for (const InvocationType of ['Event', 'DryRun'])
      await assert.rejects(invoke('greet', {}, { InvocationType }), {
        name: 'InvalidRequestContentException',
      });
    const command = new InvokeCommand({ FunctionName: 'greet', Payload: '{' });
    await assert.rejects(clientOf(local.operator).send(command), {
      name: 'InvalidRequestContentException',
    });
    await assert.rejects(invoke('greet', 'x'.repeat(6_300_000)), {
      name: 'RequestTooLargeException',
    });
  });

  test('lets a function invoke what its role allows, and nothing else', async () => {
    const { result: credentials } = await invoke('keys', {});
    assert.deepEqual((await invoke('greet', { name: 'me' }, {}, credentials)).result, {
      greeting: 'hello me',
    });
    await assert.rejects(invoke('fail', {}, {}, credentials), { name: 'AccessDeniedException' });
  });
});

describe('the machine', () => {
  test('answers at its API', async () => {
    const { base_url } = local.environments.sandbox ?? { base_url: '' };
    assert.match(base_url, /^http:\/\/127\.0\.0\.1:\d+\/v1\/$/);
    assert.equal(await (await fetch(`${base_url}page`)).text(), 'here');
  });

  test('invokes by name', async () => {
    assert.deepEqual((await local.invoke('greet', { name: 'you' })).payload, {
      greeting: 'hello you',
    });
  });

  test('that stops leaves no instance, no process and no port, also when it is stopped twice', async () => {
    const before = descendantsOf(process.pid).length;
    const other = await startLocal({ assembly: assembly.folder, memory: true });
    await other.invoke('greet', {});
    assert.equal(other.pool.instances().length, 1);
    const { base_url } = other.environments.sandbox ?? { base_url: '' };
    await Promise.all([other.stop(), other.stop()]);
    assert.equal(other.pool.instances().length, 0);
    await until(() => descendantsOf(process.pid).length <= before);
    await assert.rejects(fetch(base_url));
    await assert.rejects(fetch(other.endpoint));
  });

  test('that cannot start says why in one sentence and leaves nothing', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await until(() => taken.listening);
    const { port } = taken.address() as AddressInfo;
    const before = descendantsOf(process.pid).length;
    await assert.rejects(
      startLocal({ assembly: assembly.folder, memory: true, ports: { sandbox: port } }),
      {
        name: 'BadConfiguration',
        message: `Port ${port} is taken: set PORT to another number, or to 0 for free ports.`,
      },
    );
    await until(() => descendantsOf(process.pid).length <= before);
    taken.close();
  });
});
