import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { environments } from '../../lib/environments.ts';
import { productOf } from '../../lib/product.ts';
import { checkEngine } from '../../local/dynamodb/engine.ts';
import type { EndpointAddress } from '../../local/endpoint.ts';
import { BadConfiguration } from '../../local/errors.ts';
import { awsFile, removeAll, writeWhole } from '../../local/files.ts';
import { lockFolder } from '../../local/folder-lock.ts';
import { limitsWithin } from '../../local/functions/scheduling.ts';
import type { PoolCode, PoolInvitation } from '../../local/sign-in/pools.ts';
import { type Local, startLocal } from '../../local/start.ts';
import { root } from '../build.ts';
import { readCommandLine } from '../command-line.ts';
import { buildSite, type SiteFile, siteFiles } from '../site/build.ts';
import { type Announced, announcement, dataAnnouncement, placeAnnouncement } from './announce.ts';
import { demoBusiness, demoEmail, demoOwner } from './demo.ts';
import { readEngineAddress, serveDynamoDb } from './dynamodb.ts';
import { copyOf, removeCopy } from './emptying.ts';
import { type Folders, foldersFor } from './folders.ts';
import { onParentEnd } from './parent.ts';
import { addressOptions, readDataAddress, readSettings, type Settings, usage } from './settings.ts';
import { secretsOf, synthesise } from './synthesise.ts';
import { tableDefinitions } from './table-definitions.ts';

const ending = new AbortController();
const atExit: (() => void)[] = [];
process.on('exit', () => {
  for (const undo of atExit) undo();
});

const run = async (): Promise<void> => {
  readCommandLine({ usage, options: addressOptions, words: ['data', 'dynamodb'] });
  const [what, ...words] = process.argv.slice(2);
  if (what === 'dynamodb') return serveEngine(readEngineAddress(words));
  const address = readDataAddress(process.argv.slice(2));
  const settings = readSettings(process.env);
  const folders = foldersFor('.', root);
  const { home, temporary } = folders;
  if (temporary !== undefined)
    atExit.push(() => rmSync(temporary, { recursive: true, force: true }));
  const published = publishedIn(home);
  const locks = [...new Set([home, resolve(settings.dataFolder ?? home)])].map((folder) => {
    const lock = lockFolder(folder);
    atExit.push(lock.unlock);
    return lock;
  });
  atExit.push(() => removeAll(published));
  removeAll(published);
  if (address) await assertFree(address.port, '--port', address.host);
  else await Promise.all(portsOf(settings).map((port) => assertFree(port, 'PORT')));
  const folder = settings.dataFolder && resolve(settings.dataFolder);
  await checkEngine({ folder }, tableDefinitions());
  if (folder !== undefined && removeCopy(folder))
    say(`Removed ${copyOf(folder)}, the data before the last reset.`);
  const assembly = join(home, 'cdk.out');
  const built = await build({ assembly, folders }, settings, address === undefined);
  if (ending.signal.aborted) return;
  let site: ReadonlyMap<string, SiteFile> = new Map();
  const reading =
    built !== undefined &&
    siteFiles(built, productOf(environments.live)).then((files) => (site = files));
  const files = (_: string, key: string) => site.get(key);
  const secrets = secretsOf(settings);
  const local = await startLocal({
    assembly,
    ...localOptionsOf(settings, address),
    files,
    invited,
    codeSent,
    secrets,
    failed: say,
  });
  try {
    for (const lock of locks) lock.name(addressesOf(local));
    if (address) announceData(local, address, home);
    else {
      await reading;
      await announce(local, settings, home);
    }
    if (temporary !== undefined) say(placeAnnouncement(published[address ? 1 : 0]));
    if (!ending.signal.aborted)
      await new Promise((end) => ending.signal.addEventListener('abort', end));
  } finally {
    removeAll(published);
    await local.stop();
  }
};

/** DynamoDB alone, for programs that are not ours. */
const serveEngine = async (address: EndpointAddress): Promise<void> => {
  await assertFree(address.port, '--port', address.host);
  await serveDynamoDb(address, say, ending.signal);
};

/** The addresses, the data folder and the budget of instances of `startLocal`. */
const localOptionsOf = (
  { dataFolder, ports, sitePort, signInPort, memory_mb }: Settings,
  address: EndpointAddress | undefined,
) => ({
  ...(dataFolder !== undefined && { folder: resolve(dataFolder) }),
  limits: limitsWithin(memory_mb),
  ...(address ? { dataOnly: address } : { ports, sitePort, signInPort }),
});

/** No e-mail leaves this machine. The demo business's owner gets another password, which is announced. */
const invited = ({ email, temporary_password }: PoolInvitation): void => {
  if (email !== demoEmail)
    say(`Invited ${email}, with the password ${temporary_password} for the first sign-in.`);
};

const codeSent = ({ email, code }: PoolCode): void =>
  say(`The code ${code} lets ${email} choose another password within an hour.`);

/** Builds what runs, and the site where it is shown, whose folder is the answer; says so, for it takes a while. */
const build = async (
  { assembly, folders: { build } }: { readonly assembly: string; readonly folders: Folders },
  settings: Settings,
  shown: boolean,
): Promise<string | undefined> => {
  const site = shown ? buildSite(say, ending.signal, build) : undefined;
  const app = synthesise({ outdir: assembly, build }, settings, say, ending.signal);
  const [folder] = await Promise.all([site, app]).catch(unlessEnding);
  return folder;
};

/** The errors of a build that a signal ended are no errors. */
const unlessEnding = (error: Error): [undefined] => {
  if (!ending.signal.aborted) throw error;
  return [undefined];
};

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

/** The files by which tools and people find a running service. */
const publishedIn = (home: string) => [join(home, 'environment.json'), awsFile(home)] as const;

const addressOf = ({ endpoint, operator }: Local) => ({ endpoint, pid: process.pid, ...operator });

/** Where a person finds the service. */
const addressesOf = ({ environments: apis, site, endpoint }: Local): string[] =>
  site === undefined ? [endpoint] : [...Object.values(apis).map(({ base_url }) => base_url), site];

/** An AWS account of the demo business, in which it may have buses and queues that webhooks send to. */
const otherAccount = '111122223333';

const otherAccountOf = (local: Local) => ({
  other_account: { account: otherAccount, ...local.credentialsOfAccount(otherAccount) },
});

const announce = async (local: Local, settings: Settings, home: string): Promise<void> => {
  const demo = await demoBusiness(local, settings.dataFolder);
  const environments: Record<string, Announced> = {};
  for (const [name, { tenant_id, account_id, secret_key, public_key }] of Object.entries(demo)) {
    const base_url = local.environments[name]?.base_url ?? '';
    environments[name] = { base_url, tenant_id, account_id, secret_key, public_key };
  }
  const tenant_id = demo.live?.tenant_id ?? '';
  const owner = await demoOwner(local, { email: demoEmail, tenant_id }, settings.dataFolder);
  const dashboard = { url: local.site ?? '', ...owner };
  const [file, aws] = publishedIn(home);
  writeWhole(aws, { ...addressOf(local), ...otherAccountOf(local) });
  writeWhole(file, { ...environments, dashboard });
  process.stdout.write(
    announcement(environments, dashboard, performance.now() / 1000, settings.dataFolder),
  );
};

/** No keys and no addresses of APIs: the functions of the APIs are run, and given their credentials, by somebody else. */
const announceData = (local: Local, { host }: EndpointAddress, home: string): void => {
  const functions = Object.fromEntries(
    [...local.pool.functions.keys()].map((name) => [name, local.credentialsOf(name)]),
  );
  writeWhole(awsFile(home), { ...addressOf(local), ...otherAccountOf(local), host, functions });
  process.stdout.write(dataAnnouncement(local.endpoint, host));
};

const portsOf = ({ ports, sitePort, signInPort }: Settings): number[] => [
  ...Object.values(ports),
  sitePort,
  signInPort,
];

/** Found out before the build, so that nobody waits for a refusal. */
const assertFree = (port: number, setting: 'PORT' | '--port', host = '127.0.0.1'): Promise<void> =>
  new Promise((free, taken) => {
    const probe = createServer();
    probe.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
        taken(
          new BadConfiguration(
            `${host} is no address of this machine: set --host to another, or to 0.0.0.0.`,
          ),
        );
      const because = code === 'EADDRINUSE' ? 'is taken' : `cannot be opened (${code})`;
      taken(
        new BadConfiguration(
          `Port ${port} ${because}: set ${setting} to another number, or to 0 for free ports.`,
        ),
      );
    });
    probe.listen(port, host, () => probe.close(() => free()));
  });

/** Milliseconds in which a further signal is still the first one: npm passes on the Ctrl-C that the terminal sends us as well. */
const oneRequest = 500;
let asked: number | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    const now = performance.now();
    asked ??= now;
    // A person who asks twice does not want to wait; the children notice that we are gone.
    if (now - asked > oneRequest) process.exit(1);
    ending.abort();
  });
}

// By hand it may outlive who started it.
if (process.env.npm_lifecycle_event === 'start') onParentEnd(() => ending.abort());

try {
  await run();
  // The shell of npm may have gone before, and npm's own status with it.
  if (ending.signal.aborted) say('Ended.');
  process.exit(0);
} catch (error) {
  // Builds that still run beside the failed one.
  ending.abort();
  process.stderr.write(
    error instanceof BadConfiguration ? `${error.message}\n` : `${(error as Error).stack}\n`,
  );
  process.exit(1);
}
