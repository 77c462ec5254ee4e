import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { BadConfiguration } from '../errors.ts';
import { listening } from '../listening.ts';
import { distributionOf } from '../site/model.ts';
import { openDistribution } from '../site/server.ts';
import { type Local, startLocal } from '../start.ts';
import { writeSmallAssembly } from './helpers/small-assembly.ts';
import { resolvedSite, smallSite } from './helpers/small-site.ts';

const files = new Map([
  [
    'index.html',
    {
      body: Buffer.from('<!doctype html>'),
      headers: { 'content-type': 'text/html', 'cache-control': 'no-store' },
    },
  ],
  ...['packed/app.js', 'assets/large.js'].map(
    (key) =>
      [
        key,
        { body: Buffer.from('1;'.repeat(999)), headers: { 'content-type': 'text/javascript' } },
      ] as const,
  ),
  ['packed/small.js', { body: Buffer.from('1'), headers: { 'content-type': 'text/javascript' } }],
  [
    'assets/app.js',
    { body: Buffer.from('1'), headers: { 'content-type': 'text/javascript', 'x-kind': 'file' } },
  ],
]);

let local: Local;
let remove: () => void;
before(async () => {
  const assembly = writeSmallAssembly(smallSite);
  remove = assembly.remove;
  const found = (bucket: string, key: string) =>
    bucket === 'site-files' ? files.get(key) : undefined;
  local = await startLocal({ assembly: assembly.folder, memory: true, files: found });
});
after(async () => {
  await local.stop();
  remove();
});

const open = (path: string, init?: RequestInit) => fetch(new URL(path, local.site), init);

describe('the site', () => {
  test('shows its files, the one page for every address without a dot, and 404 for what is missing', async () => {
    for (const path of ['/', '/webhooks/we_1?tab=a', '/index.html']) {
      const answer = await open(path);
      assert.deepEqual([answer.status, await answer.text()], [200, '<!doctype html>'], path);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
    assert.equal(await (await open('/assets/app.js')).text(), '1');
    assert.equal((await open('/assets/gone.js')).status, 404);
    const head = await open('/assets/app.js', { method: 'HEAD' });
    assert.deepEqual(
      [head.status, head.headers.get('content-length'), await head.text()],
      [200, '1', ''],
    );
    assert.equal((await open('/', { method: 'POST' })).status, 403);
  });

  test('compresses what CloudFront does: large text that it may keep, for who takes it', async () => {
    const encodingOf = async (path: string, accepted: string) => {
      const answer = await open(path, { headers: { 'accept-encoding': accepted } });
      const length = (await answer.text()).length;
      return [
        answer.headers.get('content-encoding'),
        length,
        Number(answer.headers.get('content-length')) < length,
      ];
    };
    assert.deepEqual(await encodingOf('/packed/app.js', 'gzip, deflate, br'), ['br', 1_998, true]);
    assert.deepEqual(await encodingOf('/packed/app.js', 'gzip'), ['gzip', 1_998, true]);
    assert.deepEqual(await encodingOf('/packed/app.js', 'identity'), [null, 1_998, false]);
    assert.deepEqual(await encodingOf('/packed/small.js', 'gzip'), [null, 1, false]);
    assert.deepEqual(await encodingOf('/assets/large.js', 'gzip'), [null, 1_998, false]);
  });

  test('gives every answer the headers of its policy, which an origin’s own may stand before', async () => {
    const policy = `default-src 'none'; connect-src 'self' ${local.endpoint}`;
    for (const [path, kind] of [
      ['/', 'policy'],
      ['/assets/app.js', 'file'],
      ['/settings.json', 'policy'],
      ['/assets/gone.js', 'policy'],
      ['/api/v1/x', 'api'],
    ] as const) {
      const { headers } = await open(path);
      const named = [
        'content-security-policy',
        'x-content-type-options',
        'strict-transport-security',
        'x-kind',
      ];
      const expected = [policy, 'nosniff', 'max-age=60; includeSubDomains', kind];
      assert.deepEqual(
        named.map((name) => headers.get(name)),
        expected,
        path,
      );
    }
  });

  test('runs its function, which has the addresses that the sign-in and the API have here', async () => {
    const [pool] = local.userPools.all;
    const issuer = `${local.signIn}/${pool?.settings.id}`;
    assert.deepEqual(await (await open('/settings.json')).json(), {
      issuer,
      api: local.environments.sandbox?.base_url,
    });
  });

  test('passes calls of the API on as they came, and answers of any status back', async () => {
    const sent = { method: 'POST', headers: { authorization: 'Bearer x.y.z' }, body: '{"a":1}' };
    const answer = await open('/api/v1/things?limit=2', sent);
    assert.deepEqual(await answer.json(), {
      path: '/things',
      authorization: 'Bearer x.y.z',
      body: '{"a":1}',
      queryStringParameters: { limit: '2' },
    });
    const missing = await open('/api/v1/missing');
    assert.deepEqual(
      [missing.status, missing.headers.get('content-type')],
      [404, 'application/json'],
    );
    // Its function at the answer sees none from 400 on.
    assert.deepEqual(
      [answer, missing].map(({ headers }) => headers.get('location')),
      ['/api/things', '/missing'],
    );
  });
});

test('an API that ends the connection without an answer is said to be unreachable', async (t) => {
  const assembly = resolvedSite();
  const toLocal = (text: string) => text;
  const host = distributionOf(assembly, toLocal)?.behaviors.map(
    ({ origin }) => 'host' in origin && origin.host,
  );
  const api = createServer((asked) => asked.resume().once('end', () => asked.socket.destroy()));
  const { port, stop } = await listening(api, 0);
  t.after(stop);
  const site = await openDistribution(assembly, 0);
  t.after(site.stop);
  const origin = `http://127.0.0.1:${port}`;
  site.serve(toLocal, {
    files: () => undefined,
    hosts: new Map(host?.map((one) => [String(one), origin])),
  });
  for (const sent of [{}, { method: 'POST', body: 'x' }]) {
    const answer = await fetch(new URL('/api/v1/things', site.url), {
      ...sent,
      signal: AbortSignal.timeout(60_000),
    });
    assert.deepEqual(
      [answer.status, (await answer.text()).match(/<Code>(.*)<\/Code>/)?.[1]],
      [502, 'OriginUnreachable'],
    );
  }
});

describe('a page that follows a signed link to a bucket', () => {
  const ask = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; headers: Record<string, unknown> }>(
      (resolve, reject) => {
        const asked = request(new URL(path, local.endpoint), { method, headers });
        asked.once('response', (answer) => {
          answer.resume();
          resolve({ status: answer.statusCode, headers: answer.headers });
        });
        asked.once('error', reject).end();
      },
    );
  const wish = {
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  };

  test('may do what the bucket’s rules say, from the origin that they name on whatever port', async () => {
    const origin = 'http://127.0.0.1:4711';
    const { status, headers } = await ask('OPTIONS', '/files/a', { origin, ...wish });
    assert.equal(status, 200);
    assert.partialDeepStrictEqual(headers, {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, PUT',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '60',
    });
    // Also an error must be seen by the page that has to explain it.
    const rejected = await ask('GET', '/files/a', { origin });
    assert.deepEqual(
      [rejected.status, rejected.headers['access-control-allow-origin']],
      [403, origin],
    );
  });

  test('may do nothing else, and from elsewhere nothing', async () => {
    const origin = 'http://127.0.0.1:4711';
    for (const [path, headers] of [
      ['/files/a', { origin: 'http://example.com', ...wish }],
      ['/files/a', { origin: 'http://127.0.0.1.example.com', ...wish }],
      ['/files/a', { origin, ...wish, 'access-control-request-method': 'DELETE' }],
      [
        '/files/a',
        { origin, ...wish, 'access-control-request-headers': 'content-type, x-amz-acl' },
      ],
      ['/site-files/a', { origin, ...wish }],
    ] as const) {
      const answer = await ask('OPTIONS', path, headers);
      assert.deepEqual(
        [answer.status, answer.headers['access-control-allow-origin']],
        [403, undefined],
      );
    }
    const elsewhere = await ask('GET', '/files/a', { origin: 'http://example.com' });
    assert.equal(elsewhere.headers['access-control-allow-origin'], undefined);
  });
});

describe('a distribution with', () => {
  const rejected: [string, object, object, RegExp][] = [
    ['logs', { Logging: {} }, {}, /has Logging, which local\/ does not run/],
    ['rewritten errors', { CustomErrorResponses: [] }, {}, /has CustomErrorResponses/],
    ['a cache of its own', {}, { CachePolicyId: 'mine' }, /caches by a policy of its own/],
    [
      'forwarding of its own',
      {},
      { OriginRequestPolicyId: 'mine' },
      /forwards by a policy of its own/,
    ],
    [
      'functions of Lambda',
      {},
      { LambdaFunctionAssociations: [] },
      /has LambdaFunctionAssociations/,
    ],
    [
      'a function at the origin’s answer',
      {},
      { FunctionAssociations: [{ EventType: 'origin-response', FunctionARN: 'x' }] },
      /runs at origin-response/,
    ],
    ['an unknown origin', {}, { TargetOriginId: 'nowhere' }, /has no origin/],
  ];
  for (const [what, config, behavior, sentence] of rejected) {
    test(`${what} is rejected`, () => {
      assert.throws(
        () => distributionOf(resolvedSite(config, behavior), (text) => text),
        (error: Error) => error instanceof BadConfiguration && sentence.test(error.message),
      );
    });
  }
});
