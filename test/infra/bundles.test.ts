import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import type * as z from 'zod/mini';
import { workers } from '../../functions/app/jobs/jobs.ts';
import { Phone } from '../../functions/core/fields.ts';
import type { Permissions } from '../../functions/core/route.ts';
import { bundleFaults, forbidden, isForbidden } from '../../lib/bundle-budgets.ts';
import { buildBundles, buildSourceMaps, bundleFolder } from '../../lib/bundles.ts';
import { buildFunctionBundles, bundleEntries, bundleId } from '../../lib/function-bundles.ts';
import { cardIssuers } from '../../lib/issuer-and-verifier-settings.ts';
import { routeFunctions } from '../../lib/route-functions.ts';

const contents = await buildFunctionBundles();
const bundleOf = (id: string): string => join(bundleFolder(id), 'index.cjs');

test('every bundle keeps its budget and carries nothing forbidden', (context) => {
  for (const { id, bytes } of contents) context.diagnostic(`${id}: ${bytes} bytes`);
  assert.deepEqual(bundleFaults(contents), []);
});

const powertools = 'node_modules/@aws-lambda-powertools/idempotency/lib/esm/index.js';

test('a bundle that grew, or carries what it must not, is named', () => {
  const faults = bundleFaults([
    { id: 'authorize-request', bytes: 400_000, modules: ['node_modules/zod/v4/mini/index.js'] },
    { id: 'cards.freeze', bytes: 1_000_000, modules: ['node_modules/zod/v4/classic/schemas.js'] },
    {
      id: 'cards.close',
      bytes: 1,
      modules: ['node_modules/@aws-sdk/credential-provider-env/dist-es/fromEnv.js'],
    },
    {
      id: 'cards.get',
      bytes: 1,
      modules: ['lib/environments.ts', 'node_modules/zod/v4/locales/de.js'],
    },
    {
      id: 'cards.get',
      bytes: 430_000,
      modules: [
        'functions/core/dynamodb/commit.ts',
        'node_modules/@smithy/core/node_modules/zod/v3/index.js',
      ],
    },
    {
      id: 'cards.list',
      bytes: 300_000,
      modules: [powertools, 'node_modules/uuid/dist-node/v7.js'],
    },
    {
      id: 'cards.freeze',
      bytes: 300_000,
      modules: [powertools, 'functions/core/dynamodb/commit.ts'],
    },
  ]);
  assert.deepEqual(
    faults.map((fault) => fault.split(' ').slice(0, 2).join(' ')),
    [
      'authorize-request weighs',
      'cards.freeze weighs',
      'cards.freeze carries',
      'cards.get carries',
      'cards.get carries',
      'cards.get weighs',
      'cards.get carries',
      'cards.get carries',
      'cards.list carries',
    ],
  );
});

/** The imports that a careless line names. */
const careless = [
  ...['zod', 'zod/v3', 'constructs', 'esbuild', '@aws-sdk/client-sts'],
  ...[
    './functions/core/http/idempotency.ts',
    './functions/core/dynamodb/commit.ts',
    './openapi/event-reference.ts',
  ],
  ...['./openapi/document.ts', './lib/environments.ts', './local/errors.ts'],
  ...['./bin/build.ts', './bench/by-turns.ts', './test/helpers/random.ts'],
];

test('every rule of what is forbidden names a module as esbuild does', async () => {
  const { metafile } = await build({
    stdin: {
      contents: careless.map((name) => `export * from '${name}';`).join('\n'),
      resolveDir: process.cwd(),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    logLevel: 'error',
    write: false,
    metafile: true,
  });
  const inputs = Object.keys(metafile.inputs);
  const idle = forbidden.filter((rule) => !inputs.some((path) => isForbidden(rule, path)));
  assert.deepEqual(
    idle.map(({ path }) => path),
    [],
  );
});

test('a function carries the client of a service only if it needs the service, and one issuer at most', () => {
  const clients = {
    '@aws-sdk/client-kms': ['taxIds', 'webhookSecrets', 'issuerKey', 'cursorKey'],
    '@aws-sdk/client-sqs': ['deliverQueue', 'identityQueue', 'destinations'],
    '@aws-sdk/client-eventbridge': ['bus', 'destinations'],
    '@aws-sdk/client-secrets-manager': ['issuerApiKey', 'verifierToken', 'screenerToken'],
    '@aws-sdk/client-textract': ['pictures'],
    '@aws-sdk/client-rekognition': ['pictures'],
    'stripe/esm': ['issuerApiKey'],
  };
  const ofOtherIssuer = { simulator: 'issuerApiKey', stripe: 'issuerKey' };
  const declared: readonly { readonly id: string; readonly permissions: Permissions }[] = [
    ...routeFunctions,
    ...workers,
  ];
  const everywhere = cardIssuers.flatMap((cardIssuer) =>
    declared.map((one) => ({ one, cardIssuer, id: bundleId(one, { cardIssuer }) })),
  );
  for (const { one, cardIssuer, id } of everywhere) {
    const ofOther = id === one.id ? undefined : ofOtherIssuer[cardIssuer];
    const modules =
      contents.find((built) => built.id === id)?.modules ?? assert.fail(`no bundle ${id}`);
    const carried = Object.keys(clients).filter((client) =>
      modules.some((path) => path.includes(`/${client}/`)),
    );
    const needed = Object.entries(clients)
      .filter(([, any]) =>
        any.some((need) => Object.hasOwn(one.permissions, need) && need !== ofOther),
      )
      .map(([client]) => client);
    assert.deepEqual(carried, needed, id);
  }
});

test('a function carries the numbering plans only if a request to it can have a phone number', () => {
  const carrying = contents.filter(({ modules }) =>
    modules.some((path) => path.includes('/libphonenumber-js/')),
  );
  const taking = routeFunctions.filter(({ body }) => holdsPhone(body));
  assert.deepEqual(carrying.map(({ id }) => id).toSorted(), taking.map(({ id }) => id).toSorted());
  assert.ok(taking.length > 0);
});

/** Whether the schema of phone numbers is anywhere in another one. */
const holdsPhone = (schema: unknown): boolean => {
  if (typeof schema !== 'object' || schema === null) return false;
  if (schema === Phone) return true;
  return Object.values('_zod' in schema ? (schema as z.core.$ZodType)._zod.def : schema).some(
    holdsPhone,
  );
};

test('only what delivers webhooks and asks businesses can dial what they name, and fetch-lists what publishers redirect to', () => {
  const carrying = contents.filter(({ modules }) =>
    modules.some((path) => path.includes('/request-filtering-agent/')),
  );
  assert.deepEqual(
    carrying.map(({ id }) => id),
    [
      ...['authorization-endpoints.test', 'simulations.authorization'],
      ...['deliver-webhook', 'receive-stripe', 'fetch-lists'],
    ],
  );
});

test('what is printed reaches the functions that show it, and no other', () => {
  const carrying = (text: string) =>
    bundleEntries
      .filter(({ id }) => readFileSync(bundleOf(id), 'utf8').includes(text))
      .map(({ id }) => id);
  assert.deepEqual(carrying('"openapi":"3.1'), ['openapi.get']);
  assert.deepEqual(carrying('## Resources'), ['openapi.llms']);
  assert.deepEqual(carrying('# Webhook events'), ['openapi.page']);
  assert.deepEqual(carrying('## Why it happens'), ['openapi.error']);
  assert.deepEqual(carrying('"$schema":"https://json-schema.org/draft/2020-12/schema"'), [
    'event-types.list',
  ]);
  assert.deepEqual(carrying('{"customer.created":{"id":'), ['webhooks.test']);
});

test('a function ships its bundle alone: no source map, no source path', () => {
  for (const { id } of bundleEntries) {
    assert.deepEqual(readdirSync(bundleFolder(id)), ['index.cjs']);
    const text = readFileSync(bundleOf(id), 'utf8');
    assert.ok(!text.includes(process.cwd()), `${id} names a folder of this machine`);
    assert.doesNotMatch(text, /sourceMappingURL|node_modules\//, id);
  }
});

test('no bundle imports while it runs: of node:http that would load undici at every start', () => {
  for (const { id } of bundleEntries)
    assert.doesNotMatch(readFileSync(bundleOf(id), 'utf8'), /\bimport\(/, id);
});

/** Runs where a function of one file is all there is. */
const besideSmall = async (source: string, action: () => Promise<void>): Promise<void> => {
  const [home, elsewhere] = [process.cwd(), mkdtempSync(join(tmpdir(), 'bundles-'))];
  process.chdir(elsewhere);
  try {
    writeFileSync('small.ts', source);
    await action();
  } finally {
    process.chdir(home);
    rmSync(elsewhere, { recursive: true });
  }
};

const small = [{ id: 'small', file: 'small.ts' }];

test('a bundle that was tampered with is built again, and other files in its folder do not ship', () =>
  besideSmall('export const handler = () => 1;', async () => {
    await buildBundles(small, {});
    const before = readFileSync(bundleOf('small'));
    assert.ok(before.length > 0);
    writeFileSync(bundleOf('small'), '');
    writeFileSync(join(bundleFolder('small'), 'index.cjs.map'), '{}');
    await buildBundles(small, {});
    assert.deepEqual(readdirSync(bundleFolder('small')), ['index.cjs']);
    assert.ok(readFileSync(bundleOf('small')).equals(before));
  }));

test('a place in a bundle leads by its source map to the line that it was made of', () =>
  besideSmall('\n\nexport const handler = () => missing.name;', async () => {
    await buildBundles(small, {});
    await buildSourceMaps(small, {});
    const map = new SourceMap(JSON.parse(readFileSync('.build/maps/small/index.cjs.map', 'utf8')));
    const lines = readFileSync(bundleOf('small'), 'utf8').split('\n');
    const line = lines.findIndex((each) => each.includes('missing'));
    const entry = map.findEntry(line, lines[line]?.indexOf('missing') ?? -1);
    assert.ok('originalSource' in entry);
    assert.match(entry.originalSource, /small\.ts$/);
    assert.equal(entry.originalLine, 2);
  }));

test('nothing is written when nothing changed', async () => {
  const first = await buildFunctionBundles();
  const before = bundleEntries.map(({ id }) => statSync(bundleOf(id)).mtimeMs);
  assert.deepEqual(await buildFunctionBundles(), first);
  assert.deepEqual(
    bundleEntries.map(({ id }) => statSync(bundleOf(id)).mtimeMs),
    before,
  );
});
