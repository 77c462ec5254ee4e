import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request as requestHttp, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '../../../bench/certificate.ts';
import { exitCodeOf, failureText } from '../../../cli/failures.ts';
import { fetchBy, proxyOf } from '../../../cli/proxies.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { aCommandLine } from '../../helpers/command-line.ts';
import { after, beforeEach, test } from '../../helpers/tests.ts';

const portOf = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

/** An API that knows every key, in clear and by TLS under a name that only the proxy resolves. */
const name = 'api.example.test';
const tls = selfSigned(name);
setDefaultCACertificates([...getCACertificates('default'), tls.cert]);
const answer = { object: 'list', data: [], has_more: false, next_cursor: null };
const api = (_: unknown, response: { end: (text: string) => void }) =>
  response.end(JSON.stringify(answer));
const plainPort = await portOf(createServer(api));
const tlsPort = await portOf(createHttpsServer(tls, api) as unknown as Server);

/** The requests that went through the proxy: whole ones, and tunnels. */
let seen: string[] = [];
let credentials: (string | undefined)[] = [];
beforeEach(() => {
  [seen, credentials] = [[], []];
});
const proxy = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  credentials.push(request.headers['proxy-authorization']);
  const { hostname, port, pathname, search } = new URL(request.url ?? '');
  const { headers, method } = request;
  const target = { host: '127.0.0.1', port: hostname === '127.0.0.1' ? port : plainPort };
  const options = { ...target, path: pathname + search, headers, method, agent: false };
  requestHttp(options, (from) => from.pipe(response)).end();
}).on('connect', (request, socket) => {
  seen.push(`CONNECT ${request.url}`);
  credentials.push(request.headers['proxy-authorization']);
  if (request.url?.startsWith('refused.'))
    return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  const out = connect(tlsPort, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    out.pipe(socket).pipe(out);
  });
  return out.on('error', () => socket.destroy());
});
const proxyPort = await portOf(proxy);
const here = `http://127.0.0.1:${proxyPort}`;

const { run, startIn, config } = aCommandLine();
const certificate = join(dirname(config), 'certificate.pem');
mkdirSync(config, { recursive: true, mode: 0o700 });
writeFileSync(certificate, tls.cert);
const kept = {
  environment: 'sandbox',
  secret_key: 'sk_sandbox_x',
  webhook_secret: `whsec_${btoa('x'.repeat(24))}`,
};
const profiles = {
  plain: { ...kept, base_url: `http://127.0.0.1:${plainPort}/v1/` },
  tls: { ...kept, base_url: `https://${name}/v1/` },
  port: { ...kept, base_url: `https://${name}:8443/v1/` },
};
writeFileSync(join(config, 'profiles.json'), JSON.stringify({ current: 'plain', profiles }), {
  mode: 0o600,
});

const none = {
  HTTP_PROXY: '',
  HTTPS_PROXY: '',
  NO_PROXY: '',
  http_proxy: '',
  https_proxy: '',
  no_proxy: '',
};
const get = (profile: keyof typeof profiles, variables: NodeJS.ProcessEnv) =>
  run(['--profile', profile, 'get', '/customers'], '', {
    ...none,
    NODE_EXTRA_CA_CERTS: certificate,
    ...variables,
  });

const whole = `GET http://127.0.0.1:${plainPort}/v1/customers`;
const used: readonly (readonly [keyof typeof profiles, NodeJS.ProcessEnv, readonly string[]])[] = [
  ['plain', { HTTP_PROXY: here }, [whole]],
  ['plain', { http_proxy: `127.0.0.1:${proxyPort}` }, [whole]],
  ['plain', { HTTP_PROXY: 'http://proxy.example.test:1', http_proxy: here }, [whole]],
  ['plain', { HTTPS_PROXY: here }, []],
  ['plain', { HTTP_PROXY: 'http://proxy.example.test:3128' }, []],
  ['plain', { HTTP_PROXY: here, NO_PROXY: '127.0.0.1' }, []],
  ['plain', { HTTP_PROXY: here, no_proxy: `example.com, 127.0.0.1:${plainPort}` }, []],
  ['plain', { HTTP_PROXY: here, NO_PROXY: '*' }, []],
  ['plain', { HTTP_PROXY: here, NO_PROXY: '127.0.0.1:1' }, [whole]],
  ['tls', { HTTPS_PROXY: here }, [`CONNECT ${name}:443`]],
  ['tls', { https_proxy: here, NO_PROXY: '127.0.0.1,other.test' }, [`CONNECT ${name}:443`]],
  ['port', { HTTPS_PROXY: here, NO_PROXY: `${name}:443` }, [`CONNECT ${name}:8443`]],
];

for (const [profile, variables, expected] of used)
  test(`an address of ${profile} with ${JSON.stringify(variables)} is fetched by ${expected[0] ?? 'no proxy'}`, async () => {
    const response = await fetchBy({ ...none, ...variables })(
      `${profiles[profile].base_url}customers`,
    );
    assert.deepEqual([await response.json(), seen], [answer, expected]);
  });

test('the program uses the proxies of its environment, and no others', async () => {
  const runs: readonly (readonly [keyof typeof profiles, NodeJS.ProcessEnv, readonly string[]])[] =
    [
      ['plain', { HTTP_PROXY: here }, [whole]],
      ['tls', { https_proxy: here }, [`CONNECT ${name}:443`]],
      ['plain', { HTTP_PROXY: here, NO_PROXY: '127.0.0.1', NODE_USE_ENV_PROXY: '1' }, []],
      ['plain', { HTTP_PROXY: 'http://proxy.example.test:3128', NODE_USE_ENV_PROXY: '1' }, []],
    ];
  for (const [profile, variables, expected] of runs) {
    seen = [];
    const { code, stderr } = await get(profile, variables);
    assert.deepEqual([code, seen, stderr], [0, expected, '']);
  }
});

const direct: readonly (readonly [string, string, boolean])[] = [
  ['http://api.example.test/', 'example.test', true],
  ['http://api.example.test/', '.example.test', true],
  ['http://api.example.test/', '*.example.test', true],
  ['http://api.example.test/', 'EXAMPLE.test', true],
  ['http://api.example.test:8080/', 'example.test:8080', true],
  ['http://api.example.test:8080/', 'example.test:80', false],
  ['http://api.example.test/', 'example.test:80', true],
  ['http://notexample.test/', 'example.test', false],
  ['http://api.example.test/', 'api.example', false],
  ['http://api.example.test/', 'a.test,b.test example.test', true],
  ['http://api.example.test/', '', false],
];

for (const [address, no_proxy, isDirect] of direct)
  test(`NO_PROXY=${no_proxy} and ${address}: ${isDirect ? 'direct' : 'by the proxy'}`, async () => {
    const fetched = fetchBy({ HTTP_PROXY: here, no_proxy })(address);
    if (isDirect) await assert.rejects(fetched, { name: 'TypeError' });
    else assert.deepEqual(await (await fetched).json(), answer);
    assert.equal(seen.length, isDirect ? 0 : 1);
  });

/** The command line's words about an address that cannot be fetched. */
const failureOf = async (address: string, HTTPS_PROXY: string) => {
  const error = await fetchBy({ HTTPS_PROXY })(address).catch((reason: unknown) => reason);
  return [exitCodeOf(error), failureText(error, false)];
};

test('a proxy gets the credentials of its address, and an error does not show them', async () => {
  const HTTPS_PROXY = `http://ada:s%20ecret@127.0.0.1:${proxyPort}`;
  await fetchBy({ HTTPS_PROXY })(`https://${name}/v1/`);
  assert.deepEqual(credentials, [`Basic ${btoa('ada:s ecret')}`]);
  const reason = 'Proxy response (407) !== 200 when HTTP Tunneling';
  const hint = `The proxy is 127.0.0.1:${proxyPort}: see HTTPS_PROXY, HTTP_PROXY and NO_PROXY.`;
  assert.deepEqual(await failureOf('https://refused.example.test/', HTTPS_PROXY), [
    ...[3, `Error: The address cannot be reached (${reason}). ${hint}`],
  ]);
});

test('a proxy that does not answer is named, and a variable that is none is explained', async () => {
  const [code, text] = await failureOf(`https://${name}/`, 'http://127.0.0.1:9');
  assert.deepEqual(
    [code, /\(ECONNREFUSED\)\. The proxy is 127\.0\.0\.1:9: see/.test(String(text))],
    [3, true],
  );
  for (const HTTPS_PROXY of [
    'socks5://127.0.0.1:1',
    'http://',
    'ftp://x',
    'http://[',
    'http://a b',
  ])
    assert.throws(() => proxyOf(new URL('https://x/'), { HTTPS_PROXY }), {
      name: 'UsageError',
      message: 'HTTPS_PROXY takes the address of a proxy, such as http://proxy.example.com:3128.',
    });
});

test('what listen forwards to a receiver of this machine never goes by a proxy', async () => {
  const received: (string | undefined)[] = [];
  const events = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    const resource = { id: 'card_1', object: 'card' };
    const event = {
      id: 'evt_1',
      type: 'card.frozen',
      created_at: new Date().toISOString(),
      sequence: 1,
      resource,
    };
    const data = searchParams.has('created_after') ? [event] : [];
    response.end(JSON.stringify({ ...answer, data }));
  });
  const receiver = createServer((request, response) => {
    received.push(request.url);
    response.end();
  });
  const base_url = `http://127.0.0.1:${await portOf(events)}/v1/`;
  const followed = { current: 'a', profiles: { a: { ...kept, base_url } } };
  const other = join(dirname(config), 'other');
  mkdirSync(join(other, 'fsapi'), { recursive: true, mode: 0o700 });
  writeFileSync(join(other, 'fsapi', 'profiles.json'), JSON.stringify(followed), { mode: 0o600 });
  const env = {
    XDG_CONFIG_HOME: other,
    HTTP_PROXY: here,
    HTTPS_PROXY: here,
    NODE_USE_ENV_PROXY: '1',
  };
  const url = `http://localhost:${await portOf(receiver)}/hook`;
  startIn({ ...none, ...env }, ['listen', '--since', '2026-01-01T00:00:00Z', '--forward-to', url]);
  await until(() => received.length > 0, 'the event has arrived');
  assert.deepEqual(received, ['/hook']);
  assert.ok(
    seen.length > 0 && seen.every((line) => line.startsWith(`GET ${base_url}events`)),
    seen.join(),
  );
});
