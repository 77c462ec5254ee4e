'use strict';
// What AWS's own runtime client does, small: it takes one invocation at a time and answers it. CommonJS, because
// loading node:http as a module costs 20 ms at every start.
const fs = require('node:fs');
const module_ = require('node:module');
const path = require('node:path');

const show = (error) =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
    : { errorType: typeof error, errorMessage: String(error), trace: [] };

const named = (name, message) => Object.assign(new Error(message), { name });

const fileOf = (module) => {
  const base = path.resolve(process.env.LAMBDA_TASK_ROOT, module);
  const found = ['', '.js', '.mjs', '.cjs']
    .map((extension) => base + extension)
    .find((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile());
  if (found === undefined) throw named('Runtime.ImportModuleError', `Error: Cannot find module '${module}'`);
  return found;
};

const load = async () => {
  const [, module, name] = /^(.*?)\.([^/]*)$/.exec(process.env._HANDLER);
  const file = fileOf(module);
  const exported = file.endsWith('.mjs') ? await import(file) : require(file);
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

/**
 * Prepares to serve. `exchange.answered`, `failed` and `startFailed` tell how one ended, and resolve when that has arrived.
 * Compiled code is kept in `cache`, by its content. `load` answers the handler that the environment names, `serve` hands it
 * one invocation.
 */
exports.prepare = (exchange, cache) => {
  const kept = new WeakSet();
  let current;
  if (cache !== undefined) module_.enableCompileCache(cache);

  const fail = async (error, exitCode) => {
    const shown = show(error);
    console.error(JSON.stringify({ level: 'ERROR', requestId: current, ...shown }));
    if (current === undefined) await exchange.startFailed(JSON.stringify(shown));
    else await exchange.failed(current, JSON.stringify(shown));
    if (exitCode !== undefined) process.exit(exitCode);
  };

  /** By now that is compiled which an invocation needs; whoever is killed later has kept it. */
  const keepCompiled = (handler) => {
    if (cache === undefined || kept.has(handler)) return;
    kept.add(handler);
    setImmediate(() => module_.flushCompileCache());
  };

  process.on('uncaughtException', (error) => fail(error, 129));
  process.on('unhandledRejection', (reason) => fail(named('Runtime.UnhandledPromiseRejection', String(reason)), 128));
  return {
    load: () => {
      current = undefined;
      return load().catch((error) => fail(error, 1));
    },
    serve: async (handler, invocation) => {
      current = invocation.requestId;
      process.env._X_AMZN_TRACE_ID = invocation.traceId;
      try {
        const answer = (await handler(JSON.parse(invocation.payload), contextOf(invocation))) ?? null;
        await exchange.answered(current, JSON.stringify(answer));
      } catch (error) {
        await fail(error);
      }
      keepCompiled(handler);
    },
  };
};
