import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { root } from '../bin/build.ts';
import { readCommandLine } from '../bin/command-line.ts';
import { until } from '../local/test/helpers/until.ts';
import { pathsOf } from './helpers/paths.ts';

const { positionals } = readCommandLine({
  usage: `npm run store-data-folder -- <release> [checkout]

Stores what \`npm start\` leaves in its data folder as fixtures, and the environment file of the running service. The service
is that of this checkout, or of the one that is named.`,
  words: 'any',
});

// This program starts the release as `npm start` does, plays the tour as its demo business, and ends it. A folder is written
// once, and no file in it is ever edited. All files are compressed: a search for secrets would report the keys of the demo
// business.

const [release, checkout = root] = positionals;
if (!release) throw new Error('Name the release, such as 0.2.0.');
const target = fileURLToPath(new URL(`fixtures/data-folders/${release}/`, import.meta.url));
if (existsSync(target)) throw new Error(`${target} exists: what it holds is never written again.`);

const moduleOf = (path: string) => import(pathToFileURL(join(resolve(checkout), path)).href);
const { build_ms_max, startScript }: typeof import('../local/test/helpers/processes.ts') =
  await moduleOf('local/test/helpers/processes.ts');
const { runTour }: typeof import('../bin/tour/mission.ts') = await moduleOf('bin/tour/mission.ts');

const home = mkdtempSync(join(tmpdir(), 'data-folder-'));
const service = startScript('bin/start.ts', [], home, { PORT: '0' });
try {
  const file = join(home, '.local', 'environment.json');
  const isReady = () => existsSync(file) || service.child.exitCode !== null;
  await until(isReady, 'the service is ready', build_ms_max);
  const environment = readFileSync(file);
  const { base_url, secret_key } = JSON.parse(environment.toString()).sandbox;
  await runTour({ base_url, secret_key, print: () => {}, style: (_, text) => text });
  service.child.kill('SIGTERM');
  await service.ended;
  const data = join(home, '.local', 'data');
  const isFile = (path: string) => statSync(join(data, path)).isFile();
  for (const path of pathsOf('**/!(lock.sqlite)', { cwd: data }).filter(isFile)) {
    const to = join(target, 'data', path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(`${to}.gz`, gzipSync(readFileSync(join(data, path))));
  }
  writeFileSync(join(target, 'environment.json.gz'), gzipSync(environment));
} finally {
  service.child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
}
