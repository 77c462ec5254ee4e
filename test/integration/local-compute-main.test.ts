import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { descendantsOf, isAlive, type Script, startScript } from '../helpers/processes.ts';
import { until } from '../helpers/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'start-'));
const environmentFile = join(folder, '.local', 'environment.json');
const running: Script[] = [];

after(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
});

const start = (variables: Record<string, string> = {}): Script => {
  const script = startScript('local/main.ts', [], folder, { PORT: '0', ...variables });
  running.push(script);
  return script;
};

const ready = async (script: Script) => {
  await until(() => script.stdout().includes('curl') || script.child.exitCode !== null, 'ready');
  assert.equal(script.stderr(), '');
  return JSON.parse(readFileSync(environmentFile, 'utf8'));
};

/** Ends it, and sees that nothing of it stays. */
const end = async (script: Script, signal: NodeJS.Signals) => {
  const below = descendantsOf(script.child.pid ?? 0);
  assert.ok(below.length > 0);
  script.child.kill(signal);
  const code = await script.ended;
  await until(() => below.filter(isAlive).length === 0, `processes ${below} end`);
  return code;
};

const business = async (...args: string[]) => {
  const script = startScript('bin/business.ts', args, folder);
  return { code: await script.ended, stdout: script.stdout(), stderr: script.stderr() };
};

const accounts = ({ base_url, secret_key, tenant_id }: Record<string, string>) =>
  fetch(`${base_url}accounts`, { headers: { 'Api-Key': secret_key ?? '', 'x-tenant-id': tenant_id ?? '' } });

describe('npm start', () => {
  test('serves both environments, tells how, keeps keys over a restart, and ends whole', {
    timeout: 180_000,
  }, async () => {
    const first = start();
    const told = await ready(first);
    assert.equal(told.sandbox.tenant_id, told.live.tenant_id);
    for (const name of ['sandbox', 'live']) {
      const answer = await accounts(told[name]);
      assert.equal(answer.status, 200);
      assert.equal(((await answer.json()) as { data: { id: string }[] }).data[0]?.id, told[name].account_id);
      assert.ok(first.stdout().includes(told[name].secret_key));
    }
    assert.match(
      first.stdout(),
      /curl -H 'Api-Key: sk_sandbox_\w+' -H 'x-tenant-id: biz_\w+' http:\S+\/v1\/accounts\n/,
    );
    assert.equal(statSync(join(folder, '.local', 'data', 'demo.json')).mode & 0o777, 0o600);
    assert.equal(statSync(join(folder, '.local', 'aws.json')).mode & 0o777, 0o600);

    const second = start();
    assert.equal(await second.ended, 1);
    assert.match(second.stderr(), /^The service already runs on .* \(process \d+\): end it first\.\n$/);
    assert.ok(existsSync(environmentFile));
    const reset = startScript('local/reset.ts', [], folder);
    assert.equal(await reset.ended, 1);
    assert.match(reset.stderr(), /already runs/);

    const registered = await business(
      'register',
      '--environment',
      'live',
      '--name',
      'Acme',
      '--email',
      'ops@acme.example',
    );
    assert.equal(registered.code, 0, registered.stderr);
    assert.match(registered.stderr, /^register in live, in the local service at http:\/\/127\.0\.0\.1:\d+\n$/);
    const acme = JSON.parse(registered.stdout);
    assert.equal((await accounts({ ...acme, base_url: told.live.base_url })).status, 200);
    const twice = await business('register', '--environment', 'live', '--name', 'Acme', '--email', 'wrong');
    assert.equal(twice.code, 1);
    assert.match(twice.stderr, /\/email/);
    assert.equal(twice.stdout, '');

    assert.equal(await end(first, 'SIGINT'), 0);
    assert.equal(existsSync(environmentFile), false);
    assert.equal(existsSync(join(folder, '.local', 'aws.json')), false);

    const third = start();
    const again = await ready(third);
    assert.equal(again.sandbox.secret_key, told.sandbox.secret_key);
    assert.equal((await accounts({ ...acme, base_url: again.live.base_url })).status, 200);
    await end(third, 'SIGKILL');

    const demoFile = join(folder, '.local', 'data', 'demo.json');
    writeFileSync(demoFile, readFileSync(demoFile, 'utf8').replaceAll(/sk_(sandbox|live)_\w{4}/g, 'sk_$1_0000'));
    const fourth = start();
    const anew = await ready(fourth);
    assert.notEqual(anew.sandbox.tenant_id, told.sandbox.tenant_id);
    assert.equal((await accounts(anew.live)).status, 200);
    assert.equal(await end(fourth, 'SIGTERM'), 0);
  });

  test('that is told something impossible says so in one sentence', async () => {
    const taken = createServer().listen(0, '127.0.0.1').unref();
    await until(() => taken.listening);
    const { port } = taken.address() as { port: number };
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const cases: [variables: Record<string, string>, sentence: RegExp][] = [
      [{ PORT: 'http' }, /^PORT must be a whole number from 0 to 65534, and is "http"\.\n$/],
      [{ PORT: '65535' }, /^PORT must be/],
      [
        { PORT: String(port) },
        new RegExp(`^Port ${port} is taken: set PORT to another number, or to 0 for free ports\\.\n$`),
      ],
      [{ LOCAL_CLOCK_SPEED: '0' }, /^LOCAL_CLOCK_SPEED must be a whole number from 1/],
      [{ LOCAL_DATA: join(file, 'data') }, /^The folder \S+ cannot be written \(ENOTDIR\): set LOCAL_DATA/],
    ];
    for (const [variables, sentence] of cases) {
      const script = start(variables);
      assert.equal(await script.ended, 1);
      assert.match(script.stderr(), sentence);
    }
  });

  test('that cannot reach its engine says so in one sentence', async () => {
    const script = start({ DYNAMODB_ENDPOINT: 'http://127.0.0.1:1', LOCAL_DATA: 'memory' });
    assert.equal(await script.ended, 1);
    assert.equal(script.stderr().split('\n').length, 2, script.stderr());
    assert.equal(existsSync(environmentFile), false);
  });
});

describe('npm run business', () => {
  const refusals: [args: string[], sentence: RegExp][] = [
    [['register', '--environment', 'sandbox', '--target', 'local'], /^No local service runs from this folder/],
    [['register'], /^--environment must be sandbox or live\.\n$/],
    [['--environment', 'live'], /^Name one command\./],
    [['rotate', '--environment', 'live', '--target', 'moon'], /^--target must be local or aws\.\n$/],
    [['rotate', '--environment', 'live', '--grace-seconds', 'x'], /^--grace-seconds must be a whole number\.\n$/],
    [['rotate', '--colour', 'red'], /colour/],
  ];
  for (const [args, sentence] of refusals) {
    test(`${args.join(' ')} is refused with a sentence`, async () => {
      const { code, stdout, stderr } = await business(...args);
      assert.equal(code, 1);
      assert.match(stderr, sentence);
      assert.equal(stdout, '');
    });
  }
});

describe('npm run local:reset', () => {
  test('empties the data folder', async () => {
    const data = join(folder, 'other');
    const make = startScript('local/reset.ts', [], folder, { LOCAL_DATA: data });
    assert.equal(await make.ended, 0, make.stderr());
    assert.equal(existsSync(data), false);
  });
});
