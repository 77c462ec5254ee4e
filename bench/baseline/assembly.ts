import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCustomer } from '../../functions/customers/routes.ts';
import { functionName } from '../../lib/environments.ts';
import { buildBaseline } from './bundles.ts';

const root = join(import.meta.dirname, '..', '..');
const object = 'baseline-create-customer.zip';

/** What Powertools says that its persistence layer needs of its table. */
const persistence = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'].map((action) => `dynamodb:${action}`);

type Statement = { Action: string | string[]; readonly Resource: unknown };
type Resource = {
  readonly Properties?: {
    readonly FunctionName?: string;
    readonly Code?: { S3Key: string };
    readonly RoleName?: string;
    readonly Policies?: readonly { readonly PolicyDocument: { readonly Statement: readonly Statement[] } }[];
  };
};

/**
 * A copy of the sandbox's assembly in which customers.create is that of the baseline, and may do what that one has to:
 * everything else is the same. Answers its folder.
 */
export const baselineAssembly = async (): Promise<string> => {
  const folder = join(root, '.build', 'baseline', 'assembly');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, '.build', 'assembly'), folder, { recursive: true });
  const asset = join(folder, 'asset.baseline');
  mkdirSync(asset);
  copyFileSync(await buildBaseline('create-customer'), join(asset, 'index.cjs'));
  const name = functionName('sandbox', createCustomer.id);
  const changed = { code: 0, grants: 0 };
  for (const file of globSync(join(folder, 'assembly-sandbox', '*.template.json'))) {
    const template = JSON.parse(readFileSync(file, 'utf8'));
    const { code, grants } = partsOf(Object.values<Resource>(template.Resources), name);
    for (const each of code) each.S3Key = object;
    for (const each of grants) each.Action = persistence;
    writeFileSync(file, JSON.stringify(template));
    if (code.length > 0) addAsset(file.replace('.template.json', '.assets.json'), asset);
    changed.code += code.length;
    changed.grants += grants.length;
  }
  if (changed.code !== 1 || changed.grants !== 1)
    throw new Error(`${name} is not there once with a grant of its idempotency records: ${JSON.stringify(changed)}`);
  return folder;
};

/** Where the templates say what the function is made of, and what it may do to the table of idempotency records. */
const partsOf = (resources: readonly Resource[], name: string) => ({
  code: resources.flatMap(({ Properties: { FunctionName, Code } = {} }) =>
    Code && FunctionName === name ? [Code] : [],
  ),
  grants: resources
    .filter(({ Properties }) => Properties?.RoleName === `${name}-role`)
    .flatMap(({ Properties: { Policies = [] } = {} }) => Policies)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Resource }) => JSON.stringify(Resource).includes('-idempotency"')),
});

const addAsset = (manifest: string, path: string): void => {
  const assets = JSON.parse(readFileSync(manifest, 'utf8'));
  assets.files.baseline = { source: { path }, destinations: { here: { objectKey: object } } };
  writeFileSync(manifest, JSON.stringify(assets));
};
