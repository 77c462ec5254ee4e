'use strict';
// What AWS's own runtime client does, small: a worker thread that serves the invocations of one instance, one at a time.
// CommonJS, because loading node:http as a module costs 20 ms at every start.
const fs = require('node:fs');
const module_ = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { parentPort: port, workerData } = require('node:worker_threads');

// Node's own way passes lines on only as fast as they are read, so a thread that is killed would lose some.
for (const stream of ['stdout', 'stderr']) {
  process[stream].write = (text, ...more) => {
    port.postMessage({ kind: 'printed', stream, text: String(text) });
    const written = more.find((each) => typeof each === 'function');
    if (written) process.nextTick(written);
    return true;
  };
}

const serialize = (error) =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
    : { errorType: typeof error, errorMessage: String(error), trace: [] };

const named = (name, message) => Object.assign(new Error(message), { name });

/** The request id of the invocation that runs or ran last; undefined during the start. */
let current;

const fail = (error, exitCode) => {
  const serialized = serialize(error);
  console.error(JSON.stringify({ level: 'ERROR', requestId: current, ...serialized }));
  const kind = current === undefined ? 'startFailed' : 'failed';
  port.postMessage({ kind, requestId: current, payload: JSON.stringify(serialized) });
  if (exitCode !== undefined) process.exit(exitCode);
};

process.on('uncaughtException', (error) => fail(error, 129));
process.on('unhandledRejection', (reason) =>
  fail(named('Runtime.UnhandledPromiseRejection', String(reason)), 128),
);

const fileOf = (module) => {
  const base = path.resolve(process.env.LAMBDA_TASK_ROOT, module);
  const found = ['', '.js', '.mjs', '.cjs']
    .map((extension) => base + extension)
    .find((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile());
  if (found === undefined)
    throw named('Runtime.ImportModuleError', `Error: Cannot find module '${module}'`);
  return found;
};

const load = async () => {
  const [, module, name] = /^(.*?)\.([^/]*)$/.exec(process.env._HANDLER);
  const file = fileOf(module);
  const exported = file.endsWith('.mjs') ? await import(pathToFileURL(file)) : require(file);
  const handler = name.split('.').reduce((value, key) => value?.[key], exported);
  if (typeof handler !== 'function')
    throw named('Runtime.HandlerNotFound', `${process.env._HANDLER} is undefined or not exported`);
  if (handler.length >= 3)
    throw named('Runtime.CallbackHandlerDeprecated', 'nodejs24.x runs no handlers with a callback');
  return handler;
};

const contextOf = ({ requestId, arn, deadline_ms }) => ({
  awsRequestId: requestId,
  callbackWaitsForEmptyEventLoop: true,
  functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
  functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
  invokedFunctionArn: arn,
  logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
  logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
  memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
  getRemainingTimeInMillis: () => deadline_ms - Date.now(),
});

/** The first invocation has compiled what the next instance needs too, so the compiled code is written to its cache. */
const keepCompiledCode = () => {
  if (!isFirst) return;
  isFirst = false;
  setImmediate(() => module_.flushCompileCache());
};
let isFirst = true;

const serve = async (handler, invocation) => {
  current = invocation.requestId;
  process.env._X_AMZN_TRACE_ID = invocation.traceId;
  try {
    const result = (await handler(JSON.parse(invocation.payload), contextOf(invocation))) ?? null;
    // Also says that the instance is idle: the caller that receives the answer may call again before a second message arrives.
    port.postMessage({ kind: 'answered', requestId: current, payload: JSON.stringify(result) });
  } catch (error) {
    fail(error);
    port.postMessage({ kind: 'idle' });
  }
  keepCompiledCode();
};

/** As in a process: what waits for nothing any more ends, even in the middle of an invocation. */
const withoutKeepingAlive = async (action) => {
  port.unref();
  const result = await action();
  port.ref();
  return result;
};

module_.enableCompileCache(workerData.compileCache);
withoutKeepingAlive(load).then(
  (handler) => {
    port.on('message', (invocation) => withoutKeepingAlive(() => serve(handler, invocation)));
    port.postMessage({ kind: 'idle' });
  },
  (error) => fail(error, 1),
);
