import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Profile, Profiles } from '../../cli/profiles.ts';
import type { Local } from '../../local/start.ts';
import { bundledCli } from './bundled-cli.ts';
import { aBusiness } from './service.ts';
import { after } from './tests.ts';

/** How a command ended. */
export type Ended = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** The command line of one user, without a terminal. */
export type CommandLine = {
  /** The folder of its profiles. */
  readonly config: string;
  readonly start: (...words: string[]) => ReturnType<typeof spawn>;
  /** `more` are variables of its environment. */
  readonly startIn: (more: NodeJS.ProcessEnv, words: readonly string[]) => ReturnType<typeof spawn>;
  readonly run: (
    words: readonly string[],
    input?: string | Uint8Array,
    more?: NodeJS.ProcessEnv,
  ) => Promise<Ended>;
};

/** A user with a home of its own, which ends with the test file; `command` is the binary. */
export const aCommandLine = (command: readonly string[] = [bundledCli]): CommandLine => {
  const home = mkdtempSync(join(tmpdir(), 'cli-'));
  const running: ReturnType<typeof spawn>[] = [];
  after(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(home, { recursive: true });
  });
  const { FSAPI_KEY: _key, FSAPI_PROFILE: _profile, ...inherited } = process.env;
  const env = {
    ...inherited,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
  };
  const startIn = (more: NodeJS.ProcessEnv, words: readonly string[]) => {
    const child = spawn(process.execPath, [...command, ...words], {
      env: { ...env, ...more },
      cwd: home,
    });
    running.push(child);
    return child;
  };
  const start = (...words: string[]) => startIn({}, words);
  const run: CommandLine['run'] = async (words, input = '', more = {}) => {
    const child = startIn(more, words);
    child.stdin.on('error', () => undefined).end(input);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code, stdout, stderr };
  };
  return { config: join(home, 'config', 'fsapi'), start, startIn, run };
};

/** A new business and the command line of its user, who has logged in with its key. */
export const loggedIn = async (
  local: Local,
  environment?: 'sandbox' | 'live',
  command?: readonly string[],
) => {
  const business = await aBusiness(local, environment);
  const line = aCommandLine(command);
  const { code, stderr } = await line.run(
    ['login', '--address', business.baseUrl],
    business.secret_key,
  );
  assert.equal(code, 0, stderr);
  return { ...line, business };
};

/** A new business of the sandbox and the command line of a user who has logged in before. */
export const withProfile = async (local: Local) => {
  const business = await aBusiness(local);
  const line = aCommandLine();
  const { baseUrl: base_url, tenant_id, secret_key } = business;
  const sandbox: Profile = { base_url, tenant_id, environment: 'sandbox', secret_key };
  const profiles: Profiles = { current: 'sandbox', profiles: { sandbox } };
  mkdirSync(line.config, { recursive: true, mode: 0o700 });
  writeFileSync(join(line.config, 'profiles.json'), JSON.stringify(profiles), { mode: 0o600 });
  return { ...line, business };
};
