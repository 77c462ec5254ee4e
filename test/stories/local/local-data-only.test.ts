import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { descendantsOf, isAlive, type Script, startScript } from '../../../local/test/helpers/processes.ts';
import { until } from '../../../local/test/helpers/until.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { business, folder, start } from '../../helpers/started.ts';

const run = promisify(execFile);
const read = (...path: string[]): Any => JSON.parse(readFileSync(join(folder, '.local', ...path), 'utf8'));

/** Runs what `npm run sam:env` runs, to its end. */
const samEnv = async (...args: string[]) => {
  const script = startScript('bin/sam.ts', args, folder);
  return { code: await script.ended, stdout: script.stdout(), stderr: script.stderr() };
};

/** Runs one invocation of a bundle in a plain process that has these variables and nothing else. */
const invoke = async (bundle: string, variables: Record<string, string>, event: object): Promise<Any> => {
  const call = `
    const { handler } = require(process.argv[1]);
    const context = { awsRequestId: 'one', functionName: 'one', getRemainingTimeInMillis: () => 10_000 };
    Promise.resolve(handler(JSON.parse(process.argv[2]), context)).then((answer) => {
      require('node:fs').writeSync(3, JSON.stringify(answer));
      process.exit(0);
    });`;
  const script = `exec 3>&1 1>&2; exec "$@"`;
  const words = [process.execPath, '-e', call, bundle, JSON.stringify(event)];
  const { stdout } = await run('/bin/sh', ['-c', script, 'sh', ...words], { env: { PATH: '', ...variables } });
  return JSON.parse(stdout);
};

describe('the data plane alone, with the files that AWS SAM reads', { timeout: 180_000 }, () => {
  let plane: Script;
  let template: Any;
  let variables: Record<string, Record<string, string>>;

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
    plane = start({}, 'data', '--port', '0');
    await until(() => plane.stdout().includes('sam:env') || plane.child.exitCode !== null, 'the data plane answers');
    assert.equal(plane.stderr(), '');
    const { code, stdout, stderr } = await samEnv('--host', '127.0.0.1');
    assert.deepEqual([code, stderr], [0, '']);
    const told = 'sam local start-api -t .local/cdk.out/assembly-sandbox/sam.template.json --env-vars';
    assert.equal(stdout, `${told} .local/sam-sandbox.json\n`);
    template = read('cdk.out', 'assembly-sandbox', 'sam.template.json');
    variables = read('sam-sandbox.json');
  });

  test('every function of the API is named by its logical id, with every variable that its template declares', () => {
    const home = join('cdk.out', 'assembly-sandbox');
    const names = readdirSync(join(folder, '.local', home));
    const original = read(home, names.find((name) => /api\w+\.template\.json$/.test(name)) ?? assert.fail());
    const functions = Object.entries<Any>(original.Resources).filter(
      ([, { Type }]) => Type === 'AWS::Lambda::Function',
    );
    assert.deepEqual(
      Object.keys(variables),
      functions.map(([logicalId]) => logicalId),
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
    assert.equal(new Set(Object.values(variables).map((own) => own.AWS_ACCESS_KEY_ID)).size, functions.length);
    assert.equal(statSync(join(folder, '.local', 'sam-sandbox.json')).mode & 0o777, 0o600);
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
    const event = { httpMethod: 'GET', resource: '/accounts', path: '/accounts', headers: {}, requestContext };
    const answer = await invoke(list.bundle, list.variables, event);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(JSON.parse(answer.body).data[0].id, account_id);
  });

  test('the other environment has files of its own, and one that is none is refused', async () => {
    assert.equal((await samEnv('--environment', 'live')).code, 0);
    const [first] = Object.values<Any>(read('sam-live.json'));
    assert.match(first.AWS_ENDPOINT_URL, /^http:\/\/host\.docker\.internal:\d+$/);
    // Live's methods call aliases, behind which SAM would find nothing.
    const { Resources } = read('cdk.out', 'assembly-live', 'sam.template.json');
    const methods = Object.values<Any>(Resources).filter(({ Type }) => Type === 'AWS::ApiGateway::Method');
    assert.ok(methods.length > 50);
    for (const { Properties } of methods) {
      const [{ 'Fn::GetAtt': [called, what] = [] } = {}] = Properties.Integration.Uri['Fn::Join'][1].filter(
        (part: unknown) => typeof part === 'object',
      );
      assert.deepEqual([Resources[called]?.Type, what], ['AWS::Lambda::Function', 'Arn']);
    }
    for (const args of [['--environment', 'test'], ['--port', '1'], ['more']]) {
      const { code, stderr } = await samEnv(...args);
      assert.deepEqual([code, stderr.trim().split('\n').length], [1, 1], stderr);
    }
  });

  test('it ends whole, and without it there is nothing to write files for', async () => {
    const below = descendantsOf(plane.child.pid ?? 0);
    plane.child.kill('SIGINT');
    assert.equal(await plane.ended, 0);
    await until(() => below.filter(isAlive).length === 0, `processes ${below} end`);
    const { code, stderr } = await samEnv();
    assert.deepEqual([code, stderr], [1, 'No data plane runs from this folder: start it with `npm run local:data`.\n']);
  });
});

test('what is not understood is one sentence', { timeout: 60_000 }, async () => {
  for (const args of [['everything'], ['data', '--hosts', 'x'], ['data', '--port', 'x']]) {
    const script = start({}, ...args);
    assert.equal(await script.ended, 1);
    assert.match(script.stderr(), /^[^\n]+\n$/);
  }
});
