import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { signIn } from '../../../local/test/helpers/browser.ts';
import {
  build_ms_max,
  descendantsOf,
  hasMode,
  isAlive,
  onUnix,
  openToOthers,
  type Script,
  startScript,
} from '../../../local/test/helpers/processes.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { callerOf, done } from '../../helpers/call.ts';
import { aWebhook } from '../../helpers/fixtures/webhooks.ts';
import type { Any } from '../../helpers/printed-document.ts';
import {
  business,
  environmentFile,
  folder,
  start,
  synthesisedBefore,
} from '../../helpers/started.ts';

const ready = async (script: Script) => {
  const isReady = () => script.stdout().includes('curl') || script.child.exitCode !== null;
  await until(isReady, 'ready', build_ms_max);
  assert.equal(script.stderr(), '');
  return JSON.parse(readFileSync(environmentFile, 'utf8'));
};

/** Ends it, and sees that nothing of it stays. */
const end = async (script: Script, ...signals: readonly NodeJS.Signals[]) => {
  const pid = script.child.pid ?? assert.fail('it never began');
  const below = descendantsOf(pid);
  // The processes below a process are found, whatever engine it uses.
  assert.ok(descendantsOf(process.pid).includes(pid));
  for (const signal of signals) script.child.kill(signal);
  const code = await script.ended;
  await until(() => below.filter(isAlive).length === 0, `processes ${below} end`);
  return code;
};

const accounts = ({ base_url, secret_key, tenant_id }: Record<string, string>) =>
  fetch(`${base_url}accounts`, {
    headers: { 'Api-Key': secret_key ?? '', 'x-tenant-id': tenant_id ?? '' },
  });

/** The people of the business, as its owner sees them who signs in by the page. */
const ownersSeen = async ({ url, email, password }: Record<string, string>) => {
  const settings = (await (await fetch(`${url}settings.json`)).json()) as {
    sign_in: { domain: string; client_ids: Record<string, string> };
  };
  const { domain, client_ids } = settings.sign_in;
  const application = {
    origin: domain,
    client_id: client_ids.live ?? '',
    redirect_uri: `${url}signed-in`,
  };
  const { id_token } = await signIn(application, { email: email ?? '', password: password ?? '' });
  const answer = await fetch(`${url}api/live/v1/operators`, {
    headers: { authorization: `Bearer ${id_token}` },
  });
  const { data } = (await answer.json()) as {
    data: { email: string; role: string; you: boolean }[];
  };
  assert.match(await (await fetch(`${url}webhooks`)).text(), /<div id="root">/);
  return data.map((each) => [each.email, each.role, each.you]);
};

/** How many seconds the earlier secret of a webhook stays after a rotation that gives it a week. */
const weekOfGrace = async ({
  base_url = '',
  secret_key = '',
}: Record<string, string>): Promise<number> => {
  const tenant = { call: callerOf(base_url, secret_key) };
  const { id } = await aWebhook(tenant);
  const { secrets, updated_at } = await done(tenant, `/webhooks/${id}/rotate-secret`, {
    grace_seconds: week_seconds,
  });
  const [ending] = secrets.flatMap(({ expires_at }: Any) => expires_at ?? []);
  return (Date.parse(ending) - Date.parse(updated_at)) / 1000;
};

const week_seconds = 7 * 24 * 60 * 60;

describe('npm start', () => {
  test('serves both environments, prints how, keeps keys over a restart, and ends whole', {
    timeout: 2 * build_ms_max,
    ...onUnix,
  }, async () => {
    const before = synthesisedBefore();
    const first = start(before);
    const reported = await ready(first);
    assert.ok(!first.stdout().includes('Building the functions'), 'what was made before is kept');
    assert.equal(reported.sandbox.tenant_id, reported.live.tenant_id);
    for (const name of ['sandbox', 'live']) {
      const answer = await accounts(reported[name]);
      assert.equal(answer.status, 200);
      assert.equal(
        ((await answer.json()) as { data: { id: string }[] }).data[0]?.id,
        reported[name].account_id,
      );
      assert.ok(first.stdout().includes(reported[name].secret_key));
    }
    assert.match(
      first.stdout(),
      /curl -H 'Api-Key: sk_sandbox_\w+' -H 'x-tenant-id: biz_\w+' http:\S+\/v1\/accounts\n/,
    );
    assert.deepEqual(openToOthers(join(folder, '.local', 'data')), []);
    const { url, email, password } = reported.dashboard;
    assert.ok(first.stdout().includes(`dashboard  ${url}  ${email}  ${password}\n`));
    assert.deepEqual(await ownersSeen(reported.dashboard), [['demo@example.com', 'owner', true]]);
    assert.ok(hasMode(join(folder, '.local', 'aws.json'), 0o600));

    const synthesised = () =>
      readFileSync(join(folder, '.local', 'cdk.out', 'inputs.sha256'), 'utf8');
    const made = synthesised();
    const manifest = join(folder, '.local', 'cdk.out', 'manifest.json');
    const { mtimeMs } = statSync(manifest);

    const second = start(before);
    assert.equal(await second.ended, 1);
    const { sandbox, live, dashboard } = reported;
    const holder = [
      `process ${first.child.pid}`,
      sandbox.base_url,
      live.base_url,
      dashboard.url,
    ].join(', ');
    assert.equal(
      second.stderr(),
      `The service already runs on ${join(realpathSync(folder), '.local')} (${holder}): end it first.\n`,
    );
    assert.ok(existsSync(environmentFile));
    const reset = startScript('bin/reset.ts', ['--yes'], folder);
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
    assert.match(
      registered.stderr,
      /^register in live, in the local service at http:\/\/127\.0\.0\.1:\d+\n$/,
    );
    const acme = JSON.parse(registered.stdout);
    assert.equal((await accounts({ ...acme, base_url: reported.live.base_url })).status, 200);
    await until(
      () => /^Invited ops@acme\.example, with the password \S+ for/m.test(first.stdout()),
      'the invitation',
    );
    const twice = await business(
      'register',
      '--environment',
      'live',
      '--name',
      'Acme',
      '--email',
      'wrong',
    );
    assert.equal(twice.code, 1);
    assert.match(twice.stderr, /\/email/);
    assert.equal(twice.stdout, '');

    // As by Ctrl-C under npm, which passes on what the terminal has already sent; two of one kind could become one.
    assert.equal(await end(first, 'SIGTERM', 'SIGINT'), 0);
    assert.equal(existsSync(environmentFile), false);
    assert.equal(existsSync(join(folder, '.local', 'aws.json')), false);

    const copy = join(folder, '.local', 'data.before-reset');
    mkdirSync(copy);
    const third = start(before);
    const again = await ready(third);
    assert.equal(existsSync(copy), false);
    assert.ok(
      third
        .stdout()
        .includes(`Removed ${join(realpathSync(folder), '.local', 'data.before-reset')}, `),
    );
    assert.equal(
      statSync(manifest).mtimeMs,
      mtimeMs,
      'the same sources and settings are not synthesised again',
    );
    assert.equal(again.sandbox.secret_key, reported.sandbox.secret_key);
    assert.equal(again.dashboard.password, password);
    assert.equal((await ownersSeen(again.dashboard)).length, 1);
    assert.equal((await accounts({ ...acme, base_url: again.live.base_url })).status, 200);
    await end(third, 'SIGKILL');

    const demoFile = join(folder, '.local', 'data', 'demo.json');
    writeFileSync(
      demoFile,
      readFileSync(demoFile, 'utf8').replaceAll(/sk_(sandbox|live)_\w{4}/g, 'sk_$1_0000'),
    );
    const fourth = start({ LOCAL_CLOCK_SPEED: '2' });
    const restarted = await ready(fourth);
    assert.notEqual(synthesised(), made, 'other settings are synthesised');
    assert.ok(statSync(manifest).mtimeMs > mtimeMs);
    assert.notEqual(restarted.sandbox.tenant_id, reported.sandbox.tenant_id);
    assert.equal((await accounts(restarted.live)).status, 200);
    assert.equal(await weekOfGrace(restarted.sandbox), week_seconds / 2);
    // The owner is of the new business, and not of the one whose keys are lost.
    assert.notEqual(restarted.dashboard.password, password);
    assert.deepEqual(await ownersSeen(restarted.dashboard), [['demo@example.com', 'owner', true]]);
    assert.equal(await end(fourth, 'SIGTERM'), 0);
  });
});
