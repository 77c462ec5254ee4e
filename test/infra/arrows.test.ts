import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { houseFaults, importsOf, type Source } from '../helpers/house.ts';
import { orderFaults } from '../helpers/house-order.ts';

const run = promisify(execFile);
const paths = globSync('{bin,client,lib,functions,local,bench,test,dashboard}/**/*.{ts,tsx,cjs}', {
  exclude: ['**/node_modules/**', '**/dist/**'],
});
const sources: readonly Source[] = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));

test('every file imports along the arrows of the house and is called by what it does', () => {
  assert.ok(sources.length > 100, `only ${sources.length} files were found`);
  assert.deepEqual(houseFaults(sources), []);
});

test('nouns stand in one order, nothing imports in a circle, and every name means one thing', () => {
  assert.deepEqual(orderFaults(sources), []);
});

describe('the order of the house notices', () => {
  const planted: [string, Source[]][] = [
    ['a noun that imports one above it', [{ path: 'functions/store/features/a.ts', text: "import '../cards/b.ts';" }]],
    ['it in the domain too', [{ path: 'functions/domain/customers/a.ts', text: "import '../documents/b.ts';" }]],
    ['a webhook that knows cards', [{ path: 'functions/contract/webhooks/a.ts', text: "import '../cards/b.ts';" }]],
    ['a noun that nobody planned', [{ path: 'functions/domain/loans/a.ts', text: "import '../cards/b.ts';" }]],
    ['a noun beneath the folders', [{ path: 'functions/store/list.ts', text: "import './cards/cards.ts';" }]],
    [
      'a circle',
      [
        { path: 'functions/domain/cards/a.ts', text: "import type { B } from './b.ts';" },
        { path: 'functions/domain/cards/b.ts', text: "import './c.ts';" },
        { path: 'functions/domain/cards/c.ts', text: "import './a.ts';" },
      ],
    ],
    [
      'one name for two things',
      [
        { path: 'functions/domain/cards/a.ts', text: 'export const createCard = 1;' },
        { path: 'functions/contract/cards/b.ts', text: 'export type createCard = 2;' },
      ],
    ],
    [
      'a handler that renames',
      [{ path: 'functions/api/cards/a.ts', text: "import {\n  type C,\n  a as b,\n} from '../../domain/cards/b.ts';" }],
    ],
  ];
  for (const [what, files] of planted) test(what, () => assert.equal(orderFaults(files).length, 1));

  test('and nothing in an import along the order, one type with its value, or the handlers of two functions', () => {
    const fine = [
      {
        path: 'functions/domain/cards/a.ts',
        text: "import '../customers/b.ts';\nexport const A = 1;\nexport type A = 1;",
      },
      { path: 'functions/api/cards/get.ts', text: 'export const handler = 1;' },
      { path: 'functions/workers/do-it.ts', text: 'export const handler = 1;' },
    ];
    assert.deepEqual(orderFaults(fine), []);
  });
});

describe('the house notices', () => {
  const planted: [string, string, string][] = [
    [
      'a function that knows the deployment',
      'functions/api/cards/get.ts',
      "import { service } from '../../../lib/environments.ts';",
    ],
    [
      'a function that knows the laptop',
      'functions/workers/relay-events.ts',
      "import { startLocal } from '../../local/start.ts';",
    ],
    ['a function with the CDK', 'functions/http/endpoint.ts', "import { App } from 'aws-cdk-lib/core';"],
    ['a domain with a package', 'functions/domain/card.ts', "import { typeid } from 'typeid-js';"],
    ['a domain with a module of Node', 'functions/domain/card.ts', "import { createHash } from 'node:crypto';"],
    [
      'a domain that knows the contract',
      'functions/domain/card.ts',
      "import type { Route } from '../contract/route.ts';",
    ],
    ['a domain that reads the environment', 'functions/domain/card.ts', 'export const stage = process.env.STAGE;'],
    ['a domain that looks at the clock', 'functions/domain/card.ts', 'export const now = () => Date.now();'],
    ['a domain that asks for today', 'functions/domain/card.ts', 'export const now = () => new Date();'],
    ['a domain that throws dice', 'functions/domain/card.ts', 'export const dice = () => Math.random();'],
    ['a contract that stores', 'functions/contract/cards.ts', "import { commit } from '../store/commit.ts';"],
    ['a contract that answers', 'functions/contract/cards.ts', "import { respond } from '../http/answer.ts';"],
    ['a contract that handles', 'functions/contract/cards.ts', "export { handler } from '../api/cards/get.ts';"],
    ['a contract with the AWS SDK', 'functions/contract/cards.ts', "import { KMSClient } from '@aws-sdk/client-kms';"],
    [
      'a store that knows the contract',
      'functions/store/card-store.ts',
      "import type { Card } from '../contract/cards.ts';",
    ],
    ['a store that answers', 'functions/store/card-store.ts', "import { respond } from '../http/answer.ts';"],
    ['a port that stores', 'functions/ports/sealer/sealer.ts', "import { commit } from '../../store/commit.ts';"],
    [
      'a worker with the way in',
      'functions/workers/sweep-due-work.ts',
      "import { endpoint } from '../http/endpoint.ts';",
    ],
    ['a route that calls a route', 'functions/api/cards/replace.ts', "import { close } from './close.ts';"],
    [
      'a route that calls another noun',
      'functions/api/cards/create.ts',
      "const { get } = await import('../customers/get.ts');",
    ],
    ['a deployment with a handler', 'lib/api-stack.ts', "import { handler } from '../functions/api/cards/get.ts';"],
    ['a deployment with a worker', 'lib/api-stack.ts', "import '../functions/workers/sweep-due-work.ts';"],
    ['a deployment that reads the environment', 'lib/api-stack.ts', 'const stage = process.env.STAGE;'],
    ['settings that import', 'lib/environments.ts', "import { tables } from '../functions/store/table.ts';"],
    ['a laptop that knows the contract', 'local/start.ts', "import { routes } from '../functions/contract/routes.ts';"],
    ['a laptop that needs its tests', 'local/start.ts', "import { until } from './test/helpers/until.ts';"],
    [
      'a page that knows more than the contract',
      'dashboard/page.ts',
      "import { keys } from '../functions/store/table.ts';",
    ],
    ['a client that answers', 'client/src/calls.ts', "import { refuse } from '../../functions/http/answer.ts';"],
    ['a client with another package', 'client/src/calls.ts', "import { v7 } from 'uuid';"],
    ['the brace form of zod', 'functions/contract/cards.ts', "import { z } from 'zod/mini';"],
    ['the whole of zod', 'functions/http/request.ts', "import * as z from 'zod';"],
    ['a file of utils', 'functions/store/key-utils.ts', ''],
    ['a folder of helpers', 'local/helpers/until.ts', ''],
    ['what is common', 'lib/common.ts', ''],
    ['what is misc', 'test/misc.ts', ''],
    ['a name in camelCase', 'functions/domain/cardState.ts', ''],
    ['a room nobody planned', 'functions/shared/time.ts', ''],
    ['a unit of work that answers', 'functions/unit-of-work/cards.ts', "import { respond } from '../http/answer.ts';"],
    [
      'a unit of work with a port',
      'functions/unit-of-work/cards.ts',
      "import { send } from '../ports/sealer/sealer.ts';",
    ],
    [
      'a store that commits units of work',
      'functions/store/list.ts',
      "import { card } from '../unit-of-work/cards.ts';",
    ],
    ['a client without end', 'functions/ports/sealer/kms.ts', 'const client = new KMSClient({});'],
    ['a clock that stores', 'functions/runtime/clock.ts', "import { commit } from '../store/commit.ts';"],
    ['a moment that no clock gave', 'functions/workers/sweep-due-work.ts', 'const now = new Date();'],
    ['a wait that no clock gave', 'functions/api/cards/create.ts', 'const divisor = process.env.WAIT_DIVISOR;'],
  ];
  for (const [what, path, text] of planted) {
    test(what, () => assert.notDeepEqual(houseFaults([{ path, text: `${text}\n` }]), []));
  }

  test('imports of every form, over lines too, and nothing that only looks like one', () => {
    const text =
      "import a from './a.ts';\nimport {\n  b,\n} from './b.ts';\nexport * from './c.ts';\nimport './d.ts';\n";
    const more =
      "const e = await import('./e.ts');\nconst f = require('./f.ts');\nexport const g = { from: './g.ts' };\n";
    assert.deepEqual(importsOf(text + more), ['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts']);
  });
});

/** Loads files in a fresh process and reports which of them read an environment variable by merely being loaded. */
const readAtImport = async (files: readonly string[]): Promise<string[]> => {
  const script = `
    const files = ${JSON.stringify(files.map((file) => resolve(file)))};
    const read = new Set();
    process.env = new Proxy(process.env, { get(target, name) {
      const caller = new Error().stack.split('\\n').slice(2).find((line) => !line.includes('node:')) ?? '';
      for (const file of files) if (caller.includes(file)) read.add(file);
      return target[name];
    } });
    for (const file of files) await import(file);
    console.log(JSON.stringify([...read]));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout);
};

describe('reading the environment', () => {
  test('is nothing that any room but api and workers does by being imported', async () => {
    const files = paths.filter((path) =>
      /^functions\/(contract|domain|store|ports|http|runtime|unit-of-work)\//.test(path),
    );
    assert.deepEqual(await readAtImport(files), []);
  });

  test('at import is noticed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'house-'));
    try {
      const file = join(folder, 'reads.ts');
      writeFileSync(file, 'export const stage: string | undefined = process.env.STAGE;\n');
      assert.deepEqual(await readAtImport([file]), [file]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
