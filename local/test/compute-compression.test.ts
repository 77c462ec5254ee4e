import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { gunzipSync, inflateSync } from 'node:zlib';
import { type Local, startLocal } from '../start.ts';
import { writeSmallAssembly } from './helpers/small-assembly.ts';

const long = 'a'.repeat(100);
const page = `exports.handler = async ({ path }) => {
  const body = path === '/short' ? 'a'.repeat(99) : path === '/empty' ? '' : '${long}';
  const headers = { 'content-type': 'application/json', ...(path === '/coded' && { 'content-encoding': 'br' }) };
  return { statusCode: 200, headers, body };
};`;
const methods = Object.fromEntries(
  ['long', 'short', 'empty', 'coded'].map((path) => [`GET /${path}`, { function: 'page', open: true } as const]),
);
const api = (more: object) => ({ Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'small', ...more } } });
const functions = { page: { source: page } };

// Every type is binary to it, which says what happens to bytes and nothing of compression.
const resources = api({ MinimumCompressionSize: 100, BinaryMediaTypes: ['*~1*'] });
const assembly = writeSmallAssembly({ functions, methods, resources });
let local: Local;
before(async () => {
  local = await startLocal({ assembly: assembly.folder, memory: true });
});
after(async () => {
  await local.stop();
  assembly.remove();
});

const get = (path: string, accepted?: string, from = local): Promise<{ coding: string | undefined; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const url = `${from.environments.sandbox?.base_url}${path}`;
    const outgoing = request(url, { headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const { 'content-encoding': coding, 'content-length': length } = incoming.headers;
        assert.equal(length, String(bytes.length));
        resolve({ coding, bytes });
      });
    });
    outgoing.once('error', reject).end();
  });

test('an answer is compressed as the caller asks', async () => {
  const [gzip, deflate] = [await get('long', 'gzip'), await get('long', 'deflate, gzip;q=0.5')];
  assert.deepEqual([gzip.coding, gunzipSync(gzip.bytes).toString()], ['gzip', long]);
  assert.deepEqual([deflate.coding, inflateSync(deflate.bytes).toString()], ['deflate', long]);
});

test('only the coding that the caller ranks first counts', async () => {
  for (const accepted of ['gzip;q=0.5, deflate;q=0.4', 'br;q=0.1, GZIP', 'identity;q=0.5, gzip;q=1.0, *;q=0'])
    assert.equal((await get('long', accepted)).coding, 'gzip', accepted);
  for (const accepted of [undefined, '', '*', 'identity', 'br', 'br, gzip', 'gzip;q=0', 'constructor'])
    assert.equal((await get('long', accepted)).coding, undefined, accepted);
});

test('what is shorter, empty or coded already stays as it is', async () => {
  assert.equal((await get('short', 'gzip')).coding, undefined);
  assert.equal((await get('empty', 'gzip')).coding, undefined);
  const coded = await get('coded', 'gzip');
  assert.deepEqual([coded.coding, coded.bytes.toString()], ['br', long]);
});

test('an API that says nothing of compression compresses nothing', async () => {
  const silent = writeSmallAssembly({ functions, methods });
  const other = await startLocal({ assembly: silent.folder, memory: true });
  assert.equal((await get('long', 'gzip', other)).coding, undefined);
  await other.stop();
  silent.remove();
});
