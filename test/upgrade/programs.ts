import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonBuilders } from '../../client/python/build.ts';
import type { Tenant } from '../helpers/fixtures/tenants.ts';
import { isHere, run } from '../helpers/programs.ts';

/** The earlier command line: signs in to a laptop, makes a customer, reads and lists it. */
const playCommandLine = async (earlier: string, home: string, tenant: Tenant): Promise<void> => {
  const { baseUrl: base_url, tenant_id, secret_key } = tenant;
  const laptop = join(home, 'environment.json');
  const dashboard = { url: 'http://127.0.0.1:3002/' };
  writeFileSync(
    laptop,
    JSON.stringify({ sandbox: { base_url, tenant_id, secret_key }, dashboard }),
  );
  const cli = (...words: string[]) =>
    run(process.execPath, [join(earlier, 'cli', 'main.ts'), ...words], {
      env: { XDG_CONFIG_HOME: home, HOME: home },
    });
  await cli('login', '--laptop', laptop);
  const said = await tenant.call({
    method: 'POST',
    path: '/customers',
    body: { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' },
  });
  const shown = JSON.parse(await cli('get', `/customers/${said.body.id}`, '--json'));
  if (shown.id !== said.body.id) throw new Error(`the command line shows ${shown.id}`);
};

/** The earlier Python package: its wheel, installed alone, plays the tour of its own release. */
const playPython = async (earlier: string, home: string, tenant: Tenant, url: string) => {
  const node = (...words: string[]) =>
    execFileSync(process.execPath, words, { cwd: earlier, maxBuffer: 64 * 1024 * 1024 });
  await run('python3', ['-m', 'venv', join(home, 'builder')]);
  const builder = join(home, 'builder', 'bin', 'python');
  await run(builder, ['-m', 'pip', 'install', '--quiet', ...pythonBuilders]);
  writeFileSync(join(home, 'openapi.json'), node('bin/openapi.ts'));
  const build = `import { buildPythonClient } from './client/python/build.ts';
console.log(buildPythonClient(${JSON.stringify(home)}, ${JSON.stringify(builder)}));`;
  const wheel = String(node('--input-type=module', '--eval', build)).trim();
  await run('python3', ['-m', 'venv', join(home, 'installed')]);
  const python = join(home, 'installed', 'bin', 'python');
  await run(python, ['-m', 'pip', 'install', '--quiet', wheel]);
  const { baseUrl: BASE_URL, secret_key: API_KEY } = tenant;
  const DOCUMENTS = `${join(earlier, 'test', 'fixtures', 'documents')}/`;
  await run(python, [join(earlier, 'test', 'clients', 'python.py')], {
    env: { BASE_URL, API_KEY, WEBHOOK_URL: url, DOCUMENTS },
  });
};

/** Uses the command line and the Python package of the earlier version. */
export const playPrograms = async (
  earlier: string,
  [ofCommands, ofPython]: readonly [Tenant, Tenant],
  url: string,
): Promise<string[]> => {
  const home = mkdtempSync(join(tmpdir(), 'upgrade-programs-'));
  try {
    await playCommandLine(earlier, home, ofCommands);
    if (!isHere('python3')) return ['command line'];
    await playPython(earlier, home, ofPython, url);
    return ['command line', 'Python package'];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};
