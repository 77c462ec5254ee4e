'use strict';
// A thread of a function: it takes its invocations from the thread that started it.
const { parentPort: port, workerData } = require('node:worker_threads');
const { run } = require('./loop.cjs');

// Node's own way hands lines on only as fast as they are taken, so that a thread which is killed would lose some.
for (const name of ['stdout', 'stderr']) {
  process[name].write = (text, ...more) => {
    port.postMessage({ kind: 'printed', stream: name, text: String(text) });
    const written = more.find((each) => typeof each === 'function');
    if (written) process.nextTick(written);
    return true;
  };
}

const exchange = {
  next: () =>
    new Promise((resolve) => {
      port.once('message', (invocation) => {
        // As in a process: what waits for nothing any more ends, even in the middle of an invocation.
        port.unref();
        resolve(invocation);
      });
      port.ref();
      port.postMessage({ kind: 'ready' });
    }),
  answered: async (requestId, payload) => port.postMessage({ kind: 'answered', requestId, payload }),
  failed: async (requestId, payload) => port.postMessage({ kind: 'failed', requestId, payload }),
  startFailed: async (error) => port.postMessage({ kind: 'startFailed', error }),
};

run(exchange, workerData.cache);
