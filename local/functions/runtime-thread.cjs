'use strict';
// A thread of functions: it takes their invocations, one at a time, from the thread that started it.
const { parentPort: port, workerData } = require('node:worker_threads');
const { prepare } = require('./loop.cjs');

// Node's own way hands lines on only as fast as they are taken, so that a thread which is killed would lose some.
for (const name of ['stdout', 'stderr']) {
  process[name].write = (text, ...more) => {
    port.postMessage({ kind: 'printed', stream: name, text: String(text) });
    const written = more.find((each) => typeof each === 'function');
    if (written) process.nextTick(written);
    return true;
  };
}

/** Whether the thread that started this one has already been told that it may give the next invocation. */
let isReady = true;

const { load, serve } = prepare(
  {
    // In one message with being ready: who hears the answer may ask again before a second one would arrive.
    answered: async (requestId, payload) => {
      isReady = true;
      port.postMessage({ kind: 'answered', requestId, payload });
    },
    failed: async (requestId, payload) => port.postMessage({ kind: 'failed', requestId, payload }),
    startFailed: async (error) => port.postMessage({ kind: 'startFailed', error }),
  },
  workerData.cache,
);

/** The instances that live here, by id: each has variables of its own, which are the environment while it is served. */
const residents = new Map();

const take = {
  start: async ({ id, variables }) => {
    process.env = variables;
    residents.set(id, { variables, handler: await load() });
  },
  serve: async ({ id, invocation }) => {
    const { variables, handler } = residents.get(id);
    process.env = variables;
    await serve(handler, invocation);
  },
};

const forget = ({ id }) => {
  const { LAMBDA_TASK_ROOT } = residents.get(id).variables;
  residents.delete(id);
  for (const file of Object.keys(require.cache)) if (file.startsWith(LAMBDA_TASK_ROOT)) delete require.cache[file];
};

port.on('message', async (told) => {
  if (told.kind === 'forget') return forget(told);
  // As in a process: what waits for nothing any more ends, even in the middle of an invocation.
  port.unref();
  isReady = false;
  await take[told.kind](told);
  port.ref();
  if (!isReady) port.postMessage({ kind: 'ready' });
});
