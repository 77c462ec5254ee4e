import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages that build the wheel. */
export const pythonBuilders: readonly string[] = [
  'openapi-python-client==0.29.1',
  'build==1.6.1',
  'poetry-core==2.5.0',
];

const [here, packageName] = [import.meta.dirname, 'financial_services_client'];

/** Read when it is asked for: a release has changed the version since this process began. */
const configNow = (): string => {
  const { name, version } = JSON.parse(readFileSync(join(here, '..', 'package.json'), 'utf8'));
  return `project_name_override: ${name}
package_name_override: ${packageName}
package_version_override: ${version}
post_hooks: []
`;
};

const extras = `
[tool.poetry.dependencies.cryptography]
version = ">=42"
optional = true

[tool.poetry.extras]
ed25519 = ["cryptography"]
`;

/**
 * Generates the Python client from `openapi.json` in a folder, adds the verification of webhooks, and packs both.
 * `python` has `pythonBuilders`. Returns the path of the wheel; the sources are in `python/` of the folder.
 */
export const buildPythonClient = (folder: string, python: string): string => {
  const [target, run] = [
    join(folder, 'python'),
    (...words: string[]) => runIn(folder, python, words),
  ];
  rmSync(target, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'python.yml'), configNow());
  const paths = ['--path', 'openapi.json', '--output-path', target, '--config', 'python.yml'];
  const said = run('-m', 'openapi_python_client', 'generate', ...paths);
  if (/^WARNING|Unable to|has resulted in the removal/m.test(said))
    throw new Error(said.slice(0, 4000));
  cpSync(join(here, 'webhooks.py'), join(target, packageName, 'webhooks.py'));
  cpSync(join(here, 'README.md'), join(target, 'README.md'));
  const project = join(target, 'pyproject.toml');
  writeFileSync(project, `${readFileSync(project, 'utf8')}${extras}`);
  run('-m', 'build', '--wheel', '--no-isolation', target);
  const [wheel] = globSync(join(target, 'dist', '*.whl'));
  if (wheel === undefined) throw new Error('No wheel was built');
  return wheel;
};

const runIn = (cwd: string, program: string, words: readonly string[]): string => {
  const { status, error, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0)
    throw new Error(`${program} ${words.join(' ')} ended with ${status}:\n${stderr.slice(-4000)}`);
  return stdout + stderr;
};
