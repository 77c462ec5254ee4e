import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { buildPythonClient, pythonBuilders } from '../../client/python/build.ts';
import { root } from '../build.ts';
import { runNpm } from '../npm.ts';

/** The folder of what a release publishes. */
export const dist = join(root, 'dist');

const sums = 'SHA256SUMS';

/** Builds what a release publishes into `dist`, and returns the names of the files. */
export const buildArtefacts = (version: string): string[] => {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  runNpm(
    ['pack', '--silent', '--workspace', 'client', '--workspace', 'cli', '--pack-destination', dist],
    root,
  );
  if (hasPython()) buildWheel();
  const sbom = runNpm(['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], root);
  writeFileSync(join(dist, `financial-services-api-${version}.cdx.json`), sbom);
  const names = readdirSync(dist).toSorted();
  writeFileSync(
    join(dist, sums),
    names.map((name) => `${digestOf(join(dist, name))}  ${name}\n`).join(''),
  );
  return [...names, sums];
};

/** Whether this machine can build the wheel. */
export const hasPython = (): boolean => spawnSync('python3', ['--version']).status === 0;

const buildWheel = (): void => {
  const folder = join(root, '.build', 'release');
  mkdirSync(folder, { recursive: true });
  execFileSync('python3', ['-m', 'venv', '--clear', join(folder, 'venv')]);
  const [python] = globSync(join(folder, 'venv', '{bin/python,Scripts/python.exe}'));
  if (python === undefined)
    throw new Error(`${folder} has no Python: install python3 with its module venv.`);
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', ...pythonBuilders]);
  const document = execFileSync(process.execPath, ['bin/openapi.ts'], {
    cwd: root,
    maxBuffer: document_bytes_max,
  });
  writeFileSync(join(folder, 'openapi.json'), document);
  const wheel = buildPythonClient(folder, python);
  copyFileSync(wheel, join(dist, basename(wheel)));
};

const document_bytes_max = 64 * 1024 * 1024;

const digestOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');
