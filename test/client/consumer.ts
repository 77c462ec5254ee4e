import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../../bin/npm.ts';
import manifest from '../../package.json' with { type: 'json' };
import { codeBelow } from './readme.ts';

const { typescript, '@types/node': nodeTypes } = manifest.devDependencies;

/**
 * The things that a consumer has besides the client: the compiler, the frameworks of the client's
 * README, and other runtimes.
 */
const beside = [
  ...[`typescript@${typescript}`, `@types/node@${nodeTypes}`, 'express@5', 'fastify@5'],
  ...['node@18.20.8', 'bun@1.4.5', 'deno@2.9.6'],
];

const settings = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  types: ['node'],
  rootDir: 'src',
  outDir: 'out',
};

/** Packs the client and installs it into an empty folder, with what its README says, and compiles that. */
export const installedIn = (folder: string): void => {
  const packed = runNpm(['pack', '--silent', '--pack-destination', folder], 'client');
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  runNpm(
    ['install', '--silent', '--no-save', `./${packed.trim().split(/\r?\n/).at(-1)}`, ...beside],
    folder,
  );
  mkdirSync(join(folder, 'src'));
  for (const name of ['first.mts', 'first.cts'])
    writeFileSync(join(folder, 'src', name), codeBelow('A first program'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: settings, include: ['src'] }),
  );
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc], { cwd: folder, stdio: 'inherit' });
  for (const framework of ['Express', 'Fastify'])
    writeFileSync(join(folder, `${framework}.mjs`), codeBelow(`In ${framework}`));
};
