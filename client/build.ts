import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { printContract } from './print/contract.ts';

/** The folder of the package. */
export const client = fileURLToPath(new URL('.', import.meta.url));

/** Files of src that declare what a consumer meets, before those that refer to them. */
const declaring = ['calls', 'contract', 'refusal', 'client', 'create-client', 'webhooks'];

/** All that the package does; everything else that it exports is a type. */
const index = `export { createClient } from './create-client.ts';
export { Refusal } from './refusal.ts';
export { verifyEvent } from './webhooks.ts';
`;

/**
 * Builds what the package ships into a folder. The sources are laid beside the contract as it is printed, far from the
 * functions, so that nothing of theirs can come along.
 */
export const buildClient = async (dist: string): Promise<void> => {
  const staged = join(client, '..', '.build', 'client');
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  for (const name of [...declaring, 'retries']) cpSync(join(client, 'src', `${name}.ts`), join(staged, `${name}.ts`));
  writeFileSync(join(staged, 'contract.ts'), printContract());
  writeFileSync(join(staged, 'index.ts'), index);
  rmSync(dist, { recursive: true, force: true });
  await Promise.all([bundled(staged, dist, 'esm', 'index.js'), bundled(staged, dist, 'cjs', 'index.cjs')]);
  const declarations = declarationsOf(staged);
  for (const name of ['index.d.ts', 'index.d.cts']) writeFileSync(join(dist, name), declarations);
};

const bundled = (staged: string, dist: string, format: 'esm' | 'cjs', name: string) =>
  build({
    entryPoints: [join(staged, 'index.ts')],
    outfile: join(dist, name),
    bundle: true,
    format,
    platform: 'neutral',
    target: 'es2022',
    external: ['standardwebhooks'],
  });

const settings = {
  target: 'esnext',
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  declaration: true,
  emitDeclarationOnly: true,
  outDir: 'types',
};

/** The declarations of all files in one, which nothing is imported into. */
const declarationsOf = (staged: string): string => {
  writeFileSync(join(staged, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings, files: ['index.ts'] }));
  writeFileSync(join(staged, 'package.json'), '{ "type": "module" }');
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', staged], { stdio: 'inherit' });
  const texts = declaring.map((name) => readFileSync(join(staged, 'types', `${name}.d.ts`), 'utf8'));
  const text = texts.join('\n').replaceAll(/^import .*\n|^export \{\};\n/gm, '');
  onlyOnce(text);
  return `${text.replaceAll(/^export declare (?=const|class)/gm, 'declare ')}\nexport { createClient, Refusal, verifyEvent };\n`;
};

/** What the document calls something may not be what the client calls something else. */
const onlyOnce = (text: string): void => {
  const names = [...text.matchAll(/^(?:export )?(?:declare )?(?:type|interface|class|const) (\w+)/gm)].map(
    ([, name]) => name,
  );
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  if (twice.length > 0) throw new Error(`The declarations of the client have two of ${twice.join(', ')}.`);
};

// `npm run client`, and before `npm pack`.
if (import.meta.main) await buildClient(join(client, 'dist'));
