'use strict';
// A process of a function: it takes its invocations from the Lambda Runtime API, as AWS's own runtime client does.
const http = require('node:http');
const { prepare } = require('./loop.cjs');

const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const watched = new WeakSet();

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

const next = async () => {
  const { headers, body } = await call('GET', 'invocation/next');
  return {
    requestId: headers['lambda-runtime-aws-request-id'],
    payload: body,
    arn: headers['lambda-runtime-invoked-function-arn'],
    deadline_ms: Number(headers['lambda-runtime-deadline-ms']),
    traceId: headers['lambda-runtime-trace-id'],
  };
};

const exchange = {
  answered: (requestId, answer) => call('POST', `invocation/${requestId}/response`, answer),
  failed: (requestId, error) => call('POST', `invocation/${requestId}/error`, error),
  startFailed: (error) => call('POST', 'init/error', error),
};

const { load, serve } = prepare(exchange, process.argv[2]);
load().then(async (handler) => {
  for (;;) await serve(handler, await next());
});
