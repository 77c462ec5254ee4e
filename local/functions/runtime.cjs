'use strict';
// The loop of AWS's own runtime client, small: it asks the Lambda Runtime API for one invocation at a time and answers it.
// CommonJS, because loading node:http as a module costs 20 ms at every start.
const http = require('node:http');
const fs = require('node:fs');
const path = require('node:path');

const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const watched = new WeakSet();
let current;

/** The one connection also tells that the machine around us is gone: then this process must not outlive it. */
const watch = (socket) => {
  if (watched.has(socket)) return;
  watched.add(socket);
  socket.setNoDelay(true);
  socket.once('close', () => process.exit(1));
};

const call = (method, tail, body) =>
  new Promise((resolve) => {
    const headers =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = http.request(
      { host, port, agent, method, path: `/2018-06-01/runtime/${tail}`, headers },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks).toString() }));
        response.on('error', () => process.exit(1));
      },
    );
    request.on('socket', watch);
    request.on('error', () => process.exit(1));
    request.end(body);
  });

const show = (error) =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
    : { errorType: typeof error, errorMessage: String(error), trace: [] };

const named = (name, message) => Object.assign(new Error(message), { name });

const fail = async (error, exitCode) => {
  const shown = show(error);
  console.error(JSON.stringify({ level: 'ERROR', requestId: current, ...shown }));
  await call('POST', current === undefined ? 'init/error' : `invocation/${current}/error`, JSON.stringify(shown));
  if (exitCode !== undefined) process.exit(exitCode);
};

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

const contextOf = (headers) => ({
  awsRequestId: headers['lambda-runtime-aws-request-id'],
  callbackWaitsForEmptyEventLoop: true,
  functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
  functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
  invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
  logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
  logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
  memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
  getRemainingTimeInMillis: () => Number(headers['lambda-runtime-deadline-ms']) - Date.now(),
});

const serve = async (handler) => {
  for (;;) {
    const { headers, body } = await call('GET', 'invocation/next');
    current = headers['lambda-runtime-aws-request-id'];
    process.env._X_AMZN_TRACE_ID = headers['lambda-runtime-trace-id'];
    try {
      const answer = JSON.stringify((await handler(JSON.parse(body), contextOf(headers))) ?? null);
      await call('POST', `invocation/${current}/response`, answer);
    } catch (error) {
      await fail(error);
    }
  }
};

process.on('uncaughtException', (error) => fail(error, 129));
process.on('unhandledRejection', (reason) => fail(named('Runtime.UnhandledPromiseRejection', String(reason)), 128));
load().then(serve, (error) => fail(error, 1));
