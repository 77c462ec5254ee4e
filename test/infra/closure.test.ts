import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build, type Plugin } from 'esbuild';
import { bundling, definedVariables } from '../../lib/bundles.ts';
import { bundleEntries } from '../../lib/function-bundles.ts';

/** The files of functions/ that a bundle loads when it starts, without those that it imports while it runs. */
const loadedBy = async (bundle: string): Promise<string[]> => {
  const { file, variables } =
    bundleEntries.find(({ id }) => id === bundle) ?? assert.fail(`there is no bundle ${bundle}`);
  const { metafile } = await build({
    ...bundling,
    define: definedVariables(variables),
    entryPoints: [file],
    packages: 'external',
    plugins: [withoutDynamicImports],
    metafile: true,
    write: false,
  });
  return Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []))
    .filter((path) => path.startsWith('functions/'));
};

const withoutDynamicImports: Plugin = {
  name: 'without-dynamic-imports',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\./ }, ({ kind }) =>
      kind === 'dynamic-import' ? { external: true } : undefined,
    );
  },
};

const beyondIssuing =
  /\/(verifications|documents|card-pins|simulations)\/|pins\.ts$|scenarios?\.ts$/;

const closures = [
  {
    id: 'cards.create.simulator',
    files_max: 94,
    without: new RegExp(`${beyondIssuing.source}|stripe|erasure\\.ts$`),
  },
  {
    id: 'cards.create.stripe',
    files_max: 99,
    without: new RegExp(`${beyondIssuing.source}|simulat|erasure\\.ts$`),
  },
  {
    id: 'deliver-webhook',
    files_max: 88,
    without: /\/(identity|issuing)\/|scenarios?\.ts$/,
  },
];

for (const { id, files_max, without } of closures)
  test(`${id} loads no more files than it needs`, async (context) => {
    const files = await loadedBy(id);
    context.diagnostic(`${id}: ${files.length} files`);
    assert.deepEqual(
      files.filter((path) => without.test(path)),
      [],
    );
    assert.ok(
      files.length <= files_max,
      `${id} loads ${files.length} files, more than ${files_max}: which new import brings them?`,
    );
  });
