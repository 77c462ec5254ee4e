import assert from 'node:assert/strict';
import { after, afterEach } from 'node:test';
import { readAssembly } from '../../assembly.ts';
import { functionsOf } from '../../functions/lambda-function.ts';
import { createLogs } from '../../functions/logs.ts';
import { createPool, type InstancePool, type PoolOptions } from '../../functions/pool.ts';
import { type Small, writeSmallAssembly } from './small-assembly.ts';

const pools: InstancePool[] = [];
const folders: (() => void)[] = [];

/** Few instances; a call that finds all of them busy gets one more at once, as on AWS. */
export const fewInstances = { all: 12, workers: 8 };

/** A pool of these functions; the test that made it stops it, and no instance may be left. */
export const poolOf = (
  functions: Small['functions'],
  more: Partial<Small> & Partial<PoolOptions> = {},
): InstancePool => {
  const { folder, remove } = writeSmallAssembly({ functions, ...more });
  folders.push(remove);
  const pool = createPool({
    functions: functionsOf(readAssembly(folder)),
    logs: createLogs(),
    endpoint: 'http://127.0.0.1:1',
    credentials: (_, instanceId) => ({
      accessKeyId: `key-${instanceId}`,
      secretAccessKey: 'secret',
    }),
    limits: fewInstances,
    ...more,
  });
  pools.push(pool);
  return pool;
};

/** Invokes a function and reads its answer. */
export const call = async (pool: InstancePool, name: string, payload: unknown = {}) => {
  const outcome = await pool.invoke(name, JSON.stringify(payload));
  return { ...outcome, result: JSON.parse(outcome.payload) };
};

/** The number by which instances of a function differ from within, in a handler. */
export const self = `require('node:worker_threads').threadId`;

/** A handler that answers as soon as the file named in the event exists. */
export const waits = `const fs = require('node:fs');
exports.handler = async (event) => {
  while (!fs.existsSync(event.until)) await new Promise((go) => setTimeout(go, 10));
  return ${self};
};`;

afterEach(async () => {
  const stopped = pools.splice(0);
  await Promise.all(stopped.map((pool) => pool.stop()));
  assert.ok(
    stopped.every((pool) => pool.instances().length === 0),
    'an instance is left',
  );
});

after(() => {
  for (const remove of folders) remove();
});

/** A handler that answers what it was given and what it sees around it. */
export const echo = {
  source: `exports.handler = async (event, context) => ({ event, env: process.env, context: { ...context, left: context.getRemainingTimeInMillis() }, argv: process.execArgv });`,
  properties: {
    MemorySize: 256,
    Timeout: 7,
    Environment: { Variables: { TABLE: { Ref: 'AWS::Region' } } },
  },
};
