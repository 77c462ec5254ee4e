import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import {
  build_ms_max,
  descendantsOf,
  hasMode,
  isAlive,
  onUnix,
  type Script,
  startScript,
} from '../../../local/test/helpers/processes.ts';
import { until } from '../../../local/test/helpers/until.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { business, folder, start } from '../../helpers/started.ts';

const read = (...path: string[]): Any =>
  JSON.parse(readFileSync(join(folder, '.local', ...path), 'utf8'));

/** Runs what `npm run ops -- sam:env` runs, to its end. */
const samEnv = async (...args: string[]) => {
  const script = startScript('bin/ops/sam-env.ts', args, folder);
  return { code: await script.ended, stdout: script.stdout(), stderr: script.stderr() };
};

/** Runs one invocation of a bundle in a plain process that has these variables and nothing else. */
const invoke = async (
  bundle: string,
  variables: Record<string, string>,
  event: object,
): Promise<Any> => {
  const call = `
    const { handler } = require(process.argv[1]);
    const context = { awsRequestId: 'one', functionName: 'one', getRemainingTimeInMillis: () => 10_000 };
    Promise.resolve(handler(JSON.parse(process.argv[2]), context)).then((answer) => {
      require('node:fs').writeSync(3, JSON.stringify(answer));
      process.exit(0);
    });`;
  const stdio = ['ignore', 'ignore', 'inherit', 'pipe'] as const;
  const words = ['-e', call, bundle, JSON.stringify(event)];
  const { stdio: pipes } = spawn(process.execPath, words, {
    env: { PATH: '', ...variables },
    stdio: [...stdio],
  });
  return JSON.parse(await text(pipes[3] as Readable));
};

const command =
  'sam local start-api -t .local/cdk.out/assembly-sandbox/sam.template.json --env-vars';

describe('the data plane alone, with the files that AWS SAM reads', {
  timeout: 2 * build_ms_max,
}, () => {
  let plane: Script;
  let template: Any;
  let variables: Record<string, Record<string, string>>;
  let aws: Any;

  /** The function of the template with this name: its logical id, its bundle, and all its variables. */
  const functionOf = (id: string) => {
    const [logicalId, found] =
      Object.entries<Any>(template.Resources).find(
        ([, { Properties }]) => Properties?.FunctionName === `financial-services-sandbox-${id}`,
      ) ?? assert.fail(id);
    const home = join(folder, '.local', 'cdk.out', 'assembly-sandbox');
    const bundle = join(resolve(home, found.Metadata['aws:asset:path']), 'index.cjs');
    return { logicalId, bundle, variables: variables[logicalId] ?? assert.fail(logicalId) };
  };

  before(async () => {
    plane = start({}, 'data', '--port', '0', '--host', '0.0.0.0');
    const answers = () => plane.stdout().includes('sam:env') || plane.child.exitCode !== null;
    await until(answers, 'the data plane answers', build_ms_max);
    assert.equal(plane.stderr(), '');
    const { code, stdout, stderr } = await samEnv('--host', '127.0.0.1');
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(stdout, `${command} .local/sam-sandbox.json\n`);
    template = read('cdk.out', 'assembly-sandbox', 'sam.template.json');
    variables = read('sam-sandbox.json');
    aws = read('aws.json');
  });

  test('every function of the API is named by its logical id, with every variable that its template declares', () => {
    const home = join('cdk.out', 'assembly-sandbox');
    const names = readdirSync(join(folder, '.local', home));
    const templateOf = (name: RegExp) =>
      read(home, names.find((one) => name.test(one)) ?? assert.fail());
    const [api, others] = [/api\w{8}\.template\.json$/, /apifunctions\w{8}\.template\.json$/].map(
      templateOf,
    );
    const called = JSON.stringify(api);
    const functions = [
      ...Object.entries<Any>(api.Resources),
      ...Object.entries<Any>(others.Resources).filter(([, one]) =>
        called.includes(`:${one.Properties.FunctionName}/`),
      ),
    ].filter(([, { Type }]) => Type === 'AWS::Lambda::Function');
    assert.ok(functions.length > 50);
    assert.deepEqual(
      Object.keys(variables).sort(),
      functions.map(([logicalId]) => logicalId).sort(),
    );
    for (const [logicalId, { Properties }] of functions) {
      const own = variables[logicalId] ?? {};
      for (const [name, value] of Object.entries(Properties.Environment.Variables))
        assert.equal(
          typeof value === 'string' ? own[name] : typeof own[name],
          typeof value === 'string' ? value : 'string',
        );
      // SAM hands over what the template declares, and nothing that is only in the file.
      assert.deepEqual(template.Resources[logicalId].Properties.Environment.Variables, own);
    }
    assert.equal(
      new Set(Object.values(variables).map((own) => own.AWS_ACCESS_KEY_ID)).size,
      functions.length,
    );
    assert.ok(hasMode(join(folder, '.local', 'sam-sandbox.json'), 0o600));
  });

  test('bundles serve a key and its request in plain processes with these variables', async () => {
    const registered = await business(
      'register',
      '--environment',
      'sandbox',
      '--name',
      'A',
      '--email',
      'a@example.com',
    );
    assert.equal(registered.code, 0, registered.stderr);
    const { secret_key, tenant_id, account_id } = JSON.parse(registered.stdout);
    const authorizer = functionOf('authorize-request');
    const methodArn = 'arn:aws:execute-api:eu-west-1:000000000000:api/v1/GET/accounts';
    const asked = { type: 'TOKEN', methodArn, authorizationToken: secret_key };
    const { context } = await invoke(authorizer.bundle, authorizer.variables, asked);
    assert.equal(context.tenant_id, tenant_id);
    const list = functionOf('accounts-list');
    const requestContext = { requestId: 'r', path: '/v1/accounts', authorizer: context };
    const event = {
      httpMethod: 'GET',
      resource: '/accounts',
      path: '/accounts',
      headers: {},
      requestContext,
    };
    const answer = await invoke(list.bundle, list.variables, event);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(JSON.parse(answer.body).data[0].id, account_id);
  });

  test('containers reach the machine by a name, and callers follow links to an address that they reach', async () => {
    const { stdout } = await samEnv();
    const added = '--add-host host.docker.internal:host-gateway';
    assert.equal(stdout, `${command} .local/sam-sandbox.json ${added}\n`);
    const { port } = new URL(read('aws.json').endpoint);
    for (const {
      AWS_ENDPOINT_URL,
      DOCUMENT_BUCKET_URL,
      DELIVER_QUEUE_URL,
      ...own
    } of Object.values<Any>(read('sam-sandbox.json'))) {
      const inContainer = `http://host.docker.internal:${port}`;
      assert.equal(AWS_ENDPOINT_URL, inContainer);
      if (DELIVER_QUEUE_URL)
        assert.ok(DELIVER_QUEUE_URL.startsWith(`${inContainer}/`), DELIVER_QUEUE_URL);
      if (DOCUMENT_BUCKET_URL)
        assert.ok(DOCUMENT_BUCKET_URL.startsWith(`http://127.0.0.1:${port}/`), DOCUMENT_BUCKET_URL);
      // Without it SAM would pass the session of the person who pastes the command, and links would carry it.
      assert.equal(own.AWS_SESSION_TOKEN, '');
    }
  });

  test('SAM finds nothing in the template that it warns of', () => {
    assert.doesNotMatch(JSON.stringify(template), /aws:cdk:path/);
  });

  test('the other environment has its own files, and one that is none is rejected', async () => {
    assert.equal((await samEnv('--environment', 'live')).code, 0);
    // Live's methods call aliases, and SAM the functions of those names. It would look for one behind a mock.
    const resources = Object.values<Any>(
      read('cdk.out', 'assembly-live', 'sam.template.json').Resources,
    );
    const names = resources.map(({ Properties }) => Properties.FunctionName);
    const methods = resources.filter(({ Type }) => Type === 'AWS::ApiGateway::Method');
    assert.ok(methods.length > 50);
    for (const { Properties } of methods) {
      const [, called] =
        /:function:([\w-]+):current\//.exec(JSON.stringify(Properties.Integration.Uri)) ?? [];
      assert.ok(names.includes(called), called);
    }
    for (const [status, ...args] of [
      [1, '--environment', 'test'] as const,
      [2, '--port', '1'] as const,
      [2, 'more'] as const,
    ]) {
      const { code, stderr } = await samEnv(...args);
      assert.deepEqual([code, stderr.trim().split('\n').length], [status, 1], stderr);
    }
  });

  test('it ends whole, and without it there is nothing to write files for', onUnix, async () => {
    const below = descendantsOf(plane.child.pid ?? 0);
    plane.child.kill('SIGINT');
    assert.equal(await plane.ended, 0);
    await until(() => below.filter(isAlive).length === 0, `processes ${below} end`);
    const { code, stderr } = await samEnv();
    assert.deepEqual(
      [code, stderr],
      [1, 'No data plane runs from this folder: start it with `npm start -- data`.\n'],
    );
  });

  for (const [host, expected] of [
    ['172.17.0.1', /^sam local start-api .*sam-sandbox\.json\n$/],
    [
      '127.0.0.1',
      /^The data plane listens on 127\.0\.0\.1, .* start it with `npm start -- data --host 0\.0\.0\.0`/,
    ],
  ] as const)
    test(`a data plane on ${host} is reached there, or by no container`, async () => {
      const endpoint = `http://${host}:3003`;
      writeFileSync(
        join(folder, '.local', 'aws.json'),
        JSON.stringify({ ...aws, pid: process.pid, host, endpoint }),
      );
      const { stdout, stderr } = await samEnv();
      assert.match(stdout + stderr, expected);
      if (stdout)
        assert.equal(Object.values<Any>(read('sam-sandbox.json'))[0].AWS_ENDPOINT_URL, endpoint);
    });
});

test('what is not understood is one sentence', { timeout: 60_000 }, async () => {
  for (const [status, ...args] of [
    [2, 'everything'],
    [2, 'data', '--hosts', 'x'],
    [1, 'data', '--port', 'x'],
    [1, 'data', '--host', '192.0.2.1'],
  ] as const) {
    const script = start({}, ...args);
    assert.equal(await script.ended, status);
    assert.match(script.stderr(), /^[^\n]+\n$/);
  }
});
