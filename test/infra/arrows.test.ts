import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { houseFaults, type Source } from '../helpers/house.ts';
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

test('nothing but handlers and workers reads the environment by being imported', async () => {
  const files = paths.filter((path) =>
    /^functions\/(contract|domain|store|ports|http|runtime|unit-of-work)\//.test(path),
  );
  assert.deepEqual(await readAtImport(files), []);
});
