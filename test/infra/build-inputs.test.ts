import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';
import { siteSources } from '../../bin/site/build.ts';
import { appSources } from '../../bin/start/synthesise.ts';
import { documentSources } from '../../lib/document-text.ts';
import { pathsOf } from '../helpers/paths.ts';

/**
 * Values that are made once and then read, by the line they start with and the inputs they are said
 * to be made of.
 */
const remembered = {
  'the OpenAPI document': [['lib/document-text.ts'], documentSources],
  'the assembly of npm start': [['bin/app.ts'], appSources],
  'the site': [
    [
      'dashboard/src/main.ts',
      'dashboard/vite.config.ts',
      'onboarding/src/main.tsx',
      'onboarding/vite.config.ts',
    ],
    siteSources,
  ],
} as const;

for (const [what, [entryPoints, sources]] of Object.entries(remembered))
  test(`${what} is made again after a change of any file that it is made of`, async () => {
    const { metafile } = await build({
      entryPoints: [...entryPoints],
      bundle: true,
      write: false,
      metafile: true,
      outdir: 'out',
      logLevel: 'error',
      platform: 'node',
      format: 'esm',
      packages: 'external',
      external: ['virtual:*', '*?raw'],
      loader: { '.woff2': 'empty' },
    });
    const held = new Set(pathsOf([...sources]));
    const read = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules/'));
    assert.ok(read.length > 10, `${read.length} files`);
    assert.deepEqual(
      read.filter((path) => !held.has(path)),
      [],
    );
  });
