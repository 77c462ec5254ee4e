import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { withFile } from '../../../cli/file-errors.ts';
import { checkedPath } from '../../../cli/paths.ts';
import { readProfiles } from '../../../cli/profiles.ts';
import { listening } from '../../../local/listening.ts';
import { onUnix } from '../../../local/test/helpers/processes.ts';
import { bundledCli } from '../../helpers/bundled-cli.ts';
import { aCommandLine } from '../../helpers/command-line.ts';
import { after, test } from '../../helpers/tests.ts';

// The program as a process, where files, folders, disks or shells fail it.

const { run, config } = aCommandLine();
const home = dirname(dirname(config));
const file = join(config, 'profiles.json');

/** An API that knows every key and answers everything with the same resource. */
const { port, stop } = await listening(
  createServer((request, response) => {
    const account = { object: 'account', tenant_id: 'biz_1', environment: 'sandbox' };
    const body =
      request.url === '/v1/accounts' ? { object: 'list', data: [account] } : { id: 'cus_1' };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }),
);
after(stop);
const announced = join(home, 'environment.json');
const sandbox = {
  base_url: `http://127.0.0.1:${port}/v1/`,
  tenant_id: 'biz_1',
  secret_key: 'sk_sandbox_x',
};
writeFileSync(
  announced,
  `\ufeff${JSON.stringify({ sandbox, dashboard: { url: 'http://127.0.0.1:9/' } })}`,
);

const profilesIn = (text: string) => {
  mkdirSync(config, { recursive: true, mode: 0o700 });
  writeFileSync(file, text, { mode: 0o600 });
  chmodSync(file, 0o600);
};
const working = () =>
  profilesIn(
    JSON.stringify({ current: 'a', profiles: { a: { ...sandbox, environment: 'sandbox' } } }),
  );

/** Runs a command whose output goes to a file of the shell. */
const shell = (line: string, env: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const variables = {
      ...process.env,
      XDG_CONFIG_HOME: dirname(config),
      XDG_STATE_HOME: join(home, 'state'),
      ...env,
    };
    const command = `fsapi() { "${process.execPath}" "${bundledCli}" "$@"; }; ${line}`;
    execFile(
      'bash',
      ['-c', command],
      { env: variables, encoding: 'utf8' },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

const aSentence = (
  { code, stderr }: { code: unknown; stderr: string },
  expected: number,
  what: RegExp,
  json = false,
) => {
  assert.match(stderr, what);
  assert.deepEqual([stderr.trim().split('\n').length, code], [1, expected], stderr);
  assert.match(stderr, json ? /^\{"title":"[^"]+"\}\n$/ : /^Error: [^\n]+\n$/);
};

const login = ['login', '--laptop', announced];

test('a folder for profiles that cannot be made is named, and the command ends', async () => {
  const cases: Readonly<Record<string, RegExp>> = {
    '/proc/nope':
      /\/proc\/nope\/fsapi\/profiles\.json cannot be written: it does not exist \(ENOENT\)/,
    '/dev/null': /cannot be read: a part of its path is a file, and a folder is needed \(ENOTDIR\)/,
    [join(announced, 'below')]: /a part of its path is a file/,
  };
  for (const [XDG_CONFIG_HOME, why] of Object.entries(cases))
    if (existsSync(dirname(XDG_CONFIG_HOME)))
      aSentence(await run(login, '', { XDG_CONFIG_HOME }), 1, why);
});

test('a user without a home learns which variable to set, and a relative folder is not used', async () => {
  const homeless = { HOME: '', XDG_CONFIG_HOME: 'relative' };
  aSentence(
    await run(['profiles'], '', homeless),
    1,
    /Set HOME or XDG_CONFIG_HOME to the path of a folder/,
  );
  assert.deepEqual(readdirSync(home).includes('relative'), false);
});

test('a folder in place of the profiles is named', async () => {
  mkdirSync(file, { recursive: true, mode: 0o700 });
  chmodSync(config, 0o700);
  chmodSync(file, 0o700);
  aSentence(
    await run(['profiles']),
    1,
    /profiles\.json cannot be read: it is a folder, and a file is needed \(EISDIR\)/,
  );
  rmdirSync(file);
});

test('damaged profiles are named, whatever is wrong with them', async (t) => {
  const { XDG_CONFIG_HOME } = process.env;
  t.after(() => {
    if (XDG_CONFIG_HOME === undefined) delete process.env.XDG_CONFIG_HOME;
    else process.env.XDG_CONFIG_HOME = XDG_CONFIG_HOME;
  });
  process.env.XDG_CONFIG_HOME = dirname(config);
  const why = /profiles\.json is damaged\. Delete it and log in again/;
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '{"profiles":[]}',
    '{"current":"a","profiles":{"a":null}}',
    '{}',
  ]) {
    profilesIn(text);
    assert.throws(() => readProfiles(), { name: 'UsageError', message: why }, text);
  }
  aSentence(await run(['get', '/customers']), 1, why);
});

test('the file of npm start may have a byte order mark; one that is missing or another file is named', async () => {
  working();
  assert.equal((await run(login)).code, 0);
  aSentence(
    await run(['login', '--laptop', 'none.json']),
    1,
    /none\.json does not exist\. Run this in the folder/,
  );
  aSentence(await run(['login', '--laptop', home]), 1, /it is a folder, and a file is needed/);
  aSentence(await run(['login', '--laptop', file]), 1, /is not the file that npm start writes/);
  aSentence(
    await run(['login', '--laptop', announced, '--environment', 'live']),
    1,
    /is not the file that/,
  );
});

test('a path that Git Bash has turned into one of Windows is explained', async () => {
  working();
  const cases = {
    'C:/Program Files/Git/customers': 'customers',
    'C:/Program Files/Git/customers/cus_1?expand=x': 'customers/cus_1?expand=x',
    'D:\\msys64\\cards': 'cards',
    'c:/cygwin64/cards': 'cards',
    'C:/Program Files/Git/': 'customers',
    'E:/elsewhere/cards': 'customers',
  };
  for (const [given, meant] of Object.entries(cases))
    assert.throws(() => checkedPath(given), {
      name: 'UsageError',
      message:
        `Git Bash turned a path that begins with a slash into ${given}. ` +
        `Leave the first slash out: ${meant}. Or set MSYS_NO_PATHCONV=1.`,
    });
  aSentence(
    await run(['get', 'C:/Program Files/Git/customers']),
    1,
    /into C:\/Program Files\/Git\/customers\. Leave the first slash out: customers\./,
  );
  const route = ['logs', 'tail', '--route', 'C:/Program Files/Git/customers/{customer_id}'];
  aSentence(await run(route), 1, /first slash out: customers\/\{customer_id\}\. Or/);
});

test('a damaged state of a listener is named', async () => {
  working();
  const listen = ['listen', '--forward-to', 'http://127.0.0.1:9/'];
  const state = join(home, 'state', 'fsapi');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const names = [sandbox.base_url, sandbox.tenant_id, 'http://127.0.0.1:9/', '*'];
  const hash = createHash('sha256').update(JSON.stringify(names)).digest('hex');
  writeFileSync(join(state, `listen-${hash}.json`), '{"after":', { mode: 0o600 });
  aSentence(await run(listen), 1, /is damaged\. To start with the next event, add --reset/);
});

const full = { skip: !existsSync('/dev/full') && 'this system has no /dev/full' };

test(
  'output that a full disk does not take is one sentence, with the key of what was posted',
  full,
  async () => {
    working();
    const why = /The output cannot be written: the disk is full \(ENOSPC\)\./;
    for (const words of [
      'get /customers',
      'get /customers --json',
      'profiles',
      'completion bash',
      '--help',
      '--version',
    ])
      aSentence(await shell(`fsapi ${words} > /dev/full`), 4, why, words.endsWith('--json'));
    const { code, stderr } = await shell('fsapi post /customers --idempotency-key k > /dev/full');
    assert.match(stderr, why);
    assert.match(stderr, /\nTo repeat it without acting twice, add: --idempotency-key k\n$/);
    assert.equal(code, 4);
    assert.deepEqual(await shell('fsapi get C:/x 2> /dev/full'), {
      code: 1,
      stdout: '',
      stderr: '',
    });
  },
);

test('a full disk is named with the file, and is not the fault of the command', () => {
  const failing = (code: string) => () =>
    withFile('written', '/home/a/profiles.json', () => {
      throw Object.assign(new Error(`${code}: write`), { code });
    });
  const message = '/home/a/profiles.json cannot be written: the disk is full (ENOSPC).';
  assert.throws(failing('ENOSPC'), { name: 'Error', message });
  assert.throws(failing('EROFS'), {
    name: 'UsageError',
    message: /the file system is read-only \(EROFS\)/,
  });
  assert.throws(failing('EUNHEARD'), {
    name: 'UsageError',
    message: /cannot be written: EUNHEARD: write\.$/,
  });
});

test('a reader that leaves early ends the command silently', onUnix, async () => {
  working();
  for (const words of ['get /customers', 'completion bash', '--help'])
    assert.deepEqual(await shell(`fsapi ${words} | true; exit \${PIPESTATUS[0]}`), {
      code: 0,
      stdout: '',
      stderr: '',
    });
});

test('the API answers without a body: --json prints nothing', async () => {
  const { port: other, stop: end } = await listening(
    createServer((_, response) => response.writeHead(204).end()),
  );
  profilesIn(
    JSON.stringify({
      current: 'a',
      profiles: {
        a: { ...sandbox, base_url: `http://127.0.0.1:${other}/v1/`, environment: 'sandbox' },
      },
    }),
  );
  assert.deepEqual(await run(['delete', '/webhooks/whk_1', '--json']), {
    code: 0,
    stdout: '',
    stderr: '',
  });
  await end();
});
