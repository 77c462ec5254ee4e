import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { createCustomer } from '../../functions/identity/customers/routes.ts';
import { bundling } from '../../lib/bundles.ts';
import { functionName } from '../../lib/environments.ts';

const root = join(import.meta.dirname, '..', '..');
const object = 'unsafe-create-customer.zip';

type Resource = {
  readonly Properties?: { readonly FunctionName?: string; readonly Code?: { S3Key: string } };
};

/**
 * A copy of the sandbox's assembly in which customers.create is the unsafe one, built with the same options: everything else is
 * the same. Answers its folder.
 */
export const unsafeAssembly = async (): Promise<string> => {
  const folder = join(root, '.build', 'unsafe', 'assembly');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, '.build', 'assembly'), folder, { recursive: true });
  const asset = join(folder, 'asset.unsafe');
  mkdirSync(asset);
  await build({
    ...bundling,
    entryPoints: [join(import.meta.dirname, 'create-customer.ts')],
    outfile: join(asset, 'index.cjs'),
    legalComments: 'none',
  });
  const name = functionName('sandbox', createCustomer.id);
  let changed = 0;
  for (const file of globSync(join(folder, 'assembly-sandbox', '*.template.json'))) {
    const template = JSON.parse(readFileSync(file, 'utf8'));
    const code = codeOf(Object.values<Resource>(template.Resources), name);
    for (const each of code) each.S3Key = object;
    writeFileSync(file, JSON.stringify(template));
    if (code.length > 0) addAsset(file.replace('.template.json', '.assets.json'), asset);
    changed += code.length;
  }
  if (changed !== 1) throw new Error(`${name} is ${changed} times in ${folder}.`);
  return folder;
};

/** Where the templates say what the function is made of. */
const codeOf = (resources: readonly Resource[], name: string) =>
  resources.flatMap(({ Properties: { FunctionName, Code } = {} }) =>
    Code && FunctionName === name ? [Code] : [],
  );

const addAsset = (manifest: string, path: string): void => {
  const assets = JSON.parse(readFileSync(manifest, 'utf8'));
  assets.files.unsafe = { source: { path }, destinations: { here: { objectKey: object } } };
  writeFileSync(manifest, JSON.stringify(assets));
};
