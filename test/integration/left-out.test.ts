import assert from 'node:assert/strict';
import nodeCrypto from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, mock, test } from 'node:test';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { selfSigned } from '../../bench/certificate.ts';
import { plugins } from '../../lib/bundle-plugins.ts';
import { errorsOfCommands } from '../../lib/errors-of-commands.ts';
import { leftOut, leftOutModules } from '../../lib/left-out-modules.ts';

type Turn = (response: ServerResponse, request: IncomingMessage) => void;
type Search = typeof import('@aws-lambda-powertools/jmespath').search;
type Calls = typeof import('../helpers/sdk-calls.ts');

const answer =
  (status: number, body: object | string, headers: Record<string, string> = {}): Turn =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const refusal = (name: string, more: object = {}, status = 400) =>
  answer(status, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `${name}!`, ...more });
const cutOff: Turn = (_response, request) => request.socket.destroy();
const inPieces: Turn = (response) => {
  const [one, other] = [Buffer.from('{"Item":{"S":{"S":"'), Buffer.from('ü"}}}')];
  response
    .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
    .write(Buffer.concat([one, other.subarray(0, 1)]));
  setImmediate(() => response.end(other.subarray(1)));
};
const cutShort: Turn = (response, request) => {
  response.writeHead(200, { 'content-length': 100 });
  response.write('{"Item"', () => request.socket.destroy());
};
const every = { S: 's', N: '1', B: 'AAEC', SS: ['a'], NS: ['1', '2'], BOOL: true, NULL: true };
const item = {
  ...Object.fromEntries(Object.entries(every).map(([type, value]) => [type, { [type]: value }])),
  ...{ L: { L: [{ N: '-1.5' }] }, M: { M: { a: { S: 'ü€\u2028' } } } },
};

/** What AWS answers, request by request. */
const script: readonly Turn[] = [
  answer(200, { Item: item }, { 'x-amzn-requestid': 'r-1', 'x-amz-crc32': '1' }),
  ...[refusal('InternalServerError', {}, 500), answer(200, { Item: item })],
  ...[0, 1, 2].map(() => refusal('ThrottlingException')),
  refusal('TransactionCanceledException', { CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: item }] }),
  answer(200, {}),
  ...[cutOff, answer(200, { Items: [item], Count: 1, LastEvaluatedKey: { pk: { S: 'z' } } })],
  refusal('ConditionalCheckFailedException', { Item: item }),
  ...[refusal('ResourceNotFoundException'), refusal('NobodyKnowsException'), answer(400, 'no JSON'), answer(403, '')],
  ...[answer(503, '<html>'), answer(200, {})],
  answer(200, { CiphertextBlob: 'AAEC', KeyId: 'key' }),
  answer(200, { Mac: 'AAEC' }),
  refusal('InvalidCiphertextException'),
  ...[0, 1, 2].map(() => refusal('KMSInternalException', {}, 500)),
  answer(200, { Successful: [{ Id: '0', MessageId: 'm', MD5OfMessageBody: '0cc175b9c0f1b6a831c399e269772661' }] }),
  answer(200, { FailedEntryCount: 1, Entries: [{ ErrorCode: 'ThrottlingException' }] }),
  answer(404, '', { 'x-amz-request-id': 'r-2' }),
  answer(200, 'the bytes', { 'content-type': 'image/png', 'x-amz-version-id': '1', etag: '"e"' }),
  refusal('UserNotFoundException'),
  answer(200, { items: [{ id: 'key', name: 'n' }] }, { 'content-type': 'application/json' }),
  refusal('ResourceNotFoundException'),
  answer(200, { Item: item }),
  ...[refusal('InternalFailure', {}, 500), refusal('InternalFailure', {}, 500)],
  ...[inPieces, cutShort, answer(200, { Item: item }), answer(200, { Item: item })],
];

const asked: object[] = [];
const turns: Turn[] = [];
const take = async (request: IncomingMessage, response: ServerResponse) => {
  const { method, url, headers } = request;
  asked.push({ method, url, headers, body: await text(request) });
  response.setHeader('date', moment.toUTCString());
  (turns.shift() ?? answer(599, {}))(response, request);
};
const certificate = selfSigned('localhost');
const [server, tlsServer] = [createServer(take), createTlsServer(certificate, take)];
const folder = mkdtempSync(join('.build', 'left-out-'));
for (const one of [server, tlsServer]) await once(one.listen(0, '127.0.0.1'), 'listening');
after(() => {
  rmSync(folder, { recursive: true });
  for (const one of [server, tlsServer]) one.close(() => {}).closeAllConnections();
});
const portOf = (one: typeof server) => (one.address() as AddressInfo).port;
Object.assign(process.env, {
  AWS_ENDPOINT_URL: `http://127.0.0.1:${portOf(server)}`,
  // Of the machine that this runs on, nothing is known.
  ...{ AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' },
  // Of these settings the first is read, and the second is no value, so that the default holds.
  ...{ AWS_MAX_ATTEMPTS: '2', AWS_USE_DUALSTACK_ENDPOINT: 'perhaps' },
  ...{ AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'secret' },
});

/** Both bundles sign at the same moment, and call their requests by the same names. */
const moment = new Date('2026-11-20T15:04:05Z');
const require = createRequire(import.meta.url);
const nothingRandom = () => {
  let count = 0;
  const named = () => `00000000-0000-4000-8000-${String(count++).padStart(12, '0')}`;
  for (const one of [globalThis.crypto, nodeCrypto]) mock.method(one, 'randomUUID', named);
  mock.method(Math, 'random', () => 0.01);
  mock.timers.enable({ apis: ['Date'], now: moment });
};

/** Where a bundle lies, built of this with these plugins. */
const bundled = async (name: string, entry: Pick<BuildOptions, 'entryPoints' | 'stdin'>, built: Plugin[]) => {
  const outfile = join(process.cwd(), folder, `${name}.cjs`);
  await build({
    ...entry,
    ...{ outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node24', mainFields: ['module', 'main'] },
    ...{ supported: { 'dynamic-import': false }, plugins: built, logLevel: 'silent' },
  });
  return outfile;
};

const sdkCalls = { entryPoints: ['test/helpers/sdk-calls.ts'] };

/** Every call with a bundle built this way: what was on the wire, and what came of it. */
const exchanged = async (name: string, built: Plugin[]) => {
  const { callEverything }: Calls = require(await bundled(name, sdkCalls, built));
  nothingRandom();
  asked.length = 0;
  turns.splice(0, turns.length, ...script);
  const endpoint = `https://localhost:${portOf(tlsServer)}`;
  const logged: unknown[] = [];
  const outcomes = await callEverything({ endpoint, ca: certificate.cert }, logged).finally(() => {
    mock.timers.reset();
    mock.restoreAll();
  });
  assert.equal(turns.length, 0, 'it did not ask as often as the script answers');
  return { asked: structuredClone(asked), outcomes: JSON.parse(JSON.stringify({ outcomes, logged })) };
};

test('with what is left out, AWS is asked the same, byte by byte, and its answers and errors are read the same', async () => {
  const whole = await exchanged('whole', []);
  const ours = await exchanged('ours', plugins);
  assert.deepEqual(ours.asked, whole.asked);
  assert.deepEqual(ours.outcomes, whole.outcomes);
  const signatures = ours.asked.filter((one) => /AWS4-HMAC-SHA256 .*Signature=[0-9a-f]{64}/.test(JSON.stringify(one)));
  assert.equal(signatures.length, script.length);
});

test('what our functions know an error by is an error that their commands are answered with', async () => {
  const sources = globSync('functions/**/*.ts').map((path) => readFileSync(path, 'utf8'));
  const imports = sources.join('\n').matchAll(/import \{([^}]*)\} from '@aws-sdk\/client-/g);
  const asked = [...imports].flatMap(([, names = '']) => names.match(/\w+Exception/g) ?? []);
  const built = readFileSync(await bundled('errors', sdkCalls, plugins), 'utf8');
  assert.ok(asked.length > 4);
  for (const name of asked) assert.match(built, new RegExp(`registerError\\(${name}\\d*\\$`), name);
  assert.doesNotMatch(built, /registerError\((Xks|GlobalTable)/, 'an error that nobody is answered with');
});

test('of JMESPath a member is found as the library finds it, and anything else is refused', async () => {
  const stdin = { contents: "export { search } from '@aws-lambda-powertools/jmespath';", resolveDir: process.cwd() };
  const whole: Search = require(await bundled('search-whole', { stdin }, [])).search;
  const ours: Search = require(await bundled('search-ours', { stdin }, plugins)).search;
  const all = [{ scope: ['a', 'b'], payload: '{}' }, { scope: null }, { scope: '' }, {}, [], null, 'scope'];
  for (const data of all)
    for (const name of ['scope', 'payload'])
      assert.deepEqual(ours(name, data), whole(name, data), JSON.stringify(data));
  assert.throws(() => ours('scope.first', {}), /"scope\.first" names no member/);
});

test('a library that no longer has what stands here stops the build', async () => {
  const built = (plugin: Plugin) => bundled('changed', sdkCalls, [plugin]);
  const path = '@aws-sdk/endpoint-cache/dist-es/EndpointCache.js';
  const moved = { ...leftOut, [path.replace('Cache.js', 'Cached.js')]: '' };
  await assert.rejects(built(leftOutModules(moved)), /EndpointCached\.js is no longer there/);
  await assert.rejects(built(leftOutModules({ ...leftOut, [path]: [['no such passage', '']] })), /no longer says once/);
  await assert.rejects(built(leftOutModules({ ...leftOut, [path]: 'export {};' })), /No matching export/);
  await assert.rejects(built(errorsOfCommands(join('test', 'helpers', 'no-such-folder'))), /names no error/);
});
