import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { demoBusiness, demoEmail, demoOwner } from '../../../bin/start/demo.ts';
import { plainCallerOf } from '../../helpers/call.ts';
import { pathsOf } from '../../helpers/paths.ts';
import { run } from '../../helpers/programs.ts';
import { startService } from '../../helpers/service.ts';
import { readAll } from '../../upgrade/readings.ts';
import { createListeningPool } from '../../world/listening/pool.ts';

// Today's `npm start` opens the data folder of each release (test/store-data-folder.ts).

const fixtures = fileURLToPath(new URL('../../fixtures/data-folders/', import.meta.url));
const commandLine = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url));

const unpack = (from: string, to: string): void => {
  for (const path of pathsOf('**/*.gz', { cwd: from })) {
    const target = join(to, path.replace(/\.gz$/, ''));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, gunzipSync(readFileSync(join(from, path))));
  }
};

const jsonIn = (folder: string) => (name: string) =>
  JSON.parse(readFileSync(join(folder, name), 'utf8'));

for (const release of readdirSync(fixtures))
  test(`${release}: its data folder and its environment file are read`, async (t) => {
    const home = mkdtempSync(join(tmpdir(), 'data-releases-'));
    t.after(() => rmSync(home, { recursive: true, force: true }));
    unpack(join(fixtures, release), home);
    const folder = join(home, 'data');
    const { sandbox, live, dashboard } = jsonIn(home)('environment.json');
    const kept = ['kms-keys.json', 'api-keys.json', 'user-pools.json'];
    const before = kept.map(jsonIn(folder));
    const local = await startService({
      folder,
      memory: false,
      environments: ['sandbox', 'live'],
      feeds: false,
      pool: createListeningPool,
    });
    t.after(() => local.stop());

    // A service that could not read them would make others.
    const demo = await demoBusiness(local, folder);
    assert.deepEqual(
      [demo.sandbox?.secret_key, demo.live?.secret_key],
      [sandbox.secret_key, live.secret_key],
    );
    const owner = await demoOwner(local, { email: demoEmail, tenant_id: live.tenant_id }, folder);
    assert.deepEqual([owner.email, owner.password], [dashboard.email, dashboard.password]);
    assert.deepEqual(kept.map(jsonIn(folder)), before);

    const { base_url = '' } = local.environments.sandbox ?? {};
    const found = [...(await readAll(plainCallerOf(base_url, sandbox.secret_key))).keys()];
    for (const list of ['customers', 'documents', 'cards', 'authorizations', 'events'])
      assert.ok(
        found.some((name) => name.startsWith(`/${list} `)),
        `${list} are there`,
      );

    const laptop = join(home, 'environment.json');
    writeFileSync(laptop, JSON.stringify({ sandbox: { ...sandbox, base_url }, dashboard }));
    const env = { XDG_CONFIG_HOME: home, HOME: home };
    await run(process.execPath, [commandLine, 'login', '--laptop', laptop], { env });
    const [, id] = found.find((name) => name.startsWith('/customers cus_'))?.split(' ') ?? [];
    const shown = await run(process.execPath, [commandLine, 'get', `/customers/${id}`, '--json'], {
      env,
    });
    assert.equal(JSON.parse(shown).id, id);
  });
