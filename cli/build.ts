import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The folder of the package. */
const cli = fileURLToPath(new URL('.', import.meta.url));

/** Bundles everything that the binary needs, so that it installs without the registry, and the licences of what is in it. */
export const bundleCli = async (dist: string): Promise<void> => {
  rmSync(dist, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('./main.ts', import.meta.url))],
    absWorkingDir: cli,
    outfile: join(dist, 'fsapi.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node20.18',
    format: 'cjs',
    banner: { js: '#!/usr/bin/env node' },
    metafile: true,
    logLevel: 'warning',
  });
  const inputs = Object.keys(metafile.inputs);
  const packages = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
  );
  writeFileSync(join(dist, 'LICENSES.txt'), [...packages].sort().map(licenceOf).join('\n'));
};

/** Their terms ask that a copy has their text, or says under which licence it is. */
const licenceOf = (folder: string): string => {
  const file = readdirSync(join(cli, folder)).find((name) => /^licen[cs]e/i.test(name));
  const { name, author, license } = JSON.parse(
    readFileSync(join(cli, folder, 'package.json'), 'utf8'),
  );
  const text = file
    ? readFileSync(join(cli, folder, file), 'utf8')
    : `${license}, by ${author?.name ?? author}\n`;
  return `${name}\n\n${text}`;
};

// Before `npm pack`: what the package ships.
if (import.meta.main) await bundleCli(join(cli, 'dist'));
