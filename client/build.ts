import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readCommandLine } from '../bin/command-line.ts';
import { printContract } from './print/contract.ts';

/** The folder of the package. */
const client = fileURLToPath(new URL('.', import.meta.url));

/** Files of src that declare what a consumer meets, before those that refer to them. */
const declaring = ['calls', 'contract', 'api-error', 'client', 'create-client', 'webhooks'];

/** All that the package does; everything else that it exports is a type. */
const index = `export { createClient } from './create-client.ts';
export { ApiError } from './api-error.ts';
export { verifyEvent, WebhookVerificationError } from './webhooks.ts';
`;

/**
 * Lays the sources beside the contract as it is printed, far from the functions, so that nothing of theirs can come along.
 */
export const stageClient = (staged: string): void => {
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  for (const name of [...declaring, 'product', 'retries'])
    cpSync(join(client, 'src', `${name}.ts`), join(staged, `${name}.ts`));
  writeFileSync(join(staged, 'contract.ts'), printContract());
  writeFileSync(join(staged, 'index.ts'), index);
};

/** Bundles what is staged for `import` and for `require`. */
export const bundleClient = async (staged: string, dist: string): Promise<void> => {
  rmSync(dist, { recursive: true, force: true });
  const shared = {
    entryPoints: [join(staged, 'index.ts')],
    bundle: true,
    external: ['node:crypto'],
  };
  const target = { platform: 'neutral', target: 'es2022' } as const;
  await build({ ...shared, ...target, format: 'esm', outfile: join(dist, 'index.js') });
  await build({ ...shared, ...target, format: 'cjs', outfile: join(dist, 'index.cjs') });
};

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
  writeFileSync(
    join(staged, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: settings, files: ['index.ts'] }),
  );
  writeFileSync(join(staged, 'package.json'), '{ "type": "module" }');
  const tsc = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  );
  // More of them for so few files would each read the same types.
  execFileSync(process.execPath, [tsc, '-p', staged, '--checkers', '1'], { stdio: 'inherit' });
  const texts = declaring.map((name) =>
    readFileSync(join(staged, 'types', `${name}.d.ts`), 'utf8'),
  );
  const text = texts.join('\n').replaceAll(/^import .*\n|^export \{\};\n/gm, '');
  onlyOnce(text);
  return `${text.replaceAll(/^export declare (?=const|class)/gm, 'declare ')}\nexport { createClient, ApiError, verifyEvent, WebhookVerificationError };\n`;
};

/** Two things of the document may not get the same name in the client. */
const onlyOnce = (text: string): void => {
  const names = [
    ...text.matchAll(/^(?:export )?(?:declare )?(?:type|interface|class|const) (\w+)/gm),
  ].map(([, name]) => name);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  if (twice.length > 0)
    throw new Error(`The declarations of the client have two of ${twice.join(', ')}.`);
};

// `npm run client`, and before `npm pack`: what the package ships.
if (import.meta.main) {
  readCommandLine({
    usage: `npm run client

Builds what the package of the client ships into client/dist.`,
  });
  const [staged, dist] = [join(client, '..', '.build', 'client'), join(client, 'dist')];
  stageClient(staged);
  await bundleClient(staged, dist);
  const declarations = declarationsOf(staged);
  for (const name of ['index.d.ts', 'index.d.cts']) writeFileSync(join(dist, name), declarations);
}
