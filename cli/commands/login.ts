import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { ApiError } from '../../client/src/api-error.ts';
import { apiOf, type GlobalOptions } from '../context.ts';
import { UsageError } from '../failures.ts';
import { note } from '../output.ts';
import {
  checkedAddress,
  checkedName,
  environmentOf,
  type Profile,
  readProfiles,
  writeProfiles,
} from '../profiles.ts';
import { readKey } from '../prompts.ts';
import { readTextFile } from '../text-input.ts';

type Options = {
  readonly address?: string;
  readonly tenant?: string;
  readonly dashboard?: string;
  readonly laptop?: string | true;
  readonly environment: string;
};

/** `login`: keeps the address and the key of an environment as a profile. */
export const addLogin = (program: Command): void => {
  program
    .command('login')
    .description(
      'Store the address and key of an environment. Type or pipe the key, or set FSAPI_KEY',
    )
    .option('--address <url>', 'of the API, ends with /v1/')
    .option('--tenant <id>', 'biz_…; found by the key if left out')
    .option('--dashboard <url>', 'where the dashboard is, for `open`')
    .option(
      '--laptop [file]',
      'take what `npm start` has written (default .local/environment.json)',
    )
    .option('--environment <name>', 'of the laptop: sandbox or live', 'sandbox')
    .action(async (options: Options, command: Command) => {
      const given =
        options.laptop === undefined
          ? await typed(options)
          : announced(options.laptop, options.environment);
      const profile = await recognised(given);
      const { profile: named = profile.environment } = command.optsWithGlobals<GlobalOptions>();
      const name = checkedName(named);
      const { profiles } = readProfiles();
      const webhook_secret = Object.hasOwn(profiles, name)
        ? profiles[name]?.webhook_secret
        : undefined;
      const kept = { ...profile, ...(webhook_secret !== undefined && { webhook_secret }) };
      writeProfiles({ current: name, profiles: { ...profiles, [name]: kept } });
      note(`Logged in to ${profile.base_url} (${profile.environment}). The profile is ${name}.`);
    });
};

const typed = async ({ address, tenant, dashboard }: Options): Promise<Profile> => {
  if (address === undefined)
    throw new UsageError('Add --address with the address of the API, or --laptop.');
  const base_url = checkedAddress(address);
  const secret_key = await readKey();
  return {
    base_url,
    ...(tenant !== undefined && { tenant_id: tenant }),
    environment: environmentOf(secret_key),
    secret_key,
    ...(dashboard !== undefined && { dashboard_url: checkedAddress(dashboard) }),
  };
};

const announcedFile = '.local/environment.json';

/** The profile that `npm start` writes in the folder that it runs in. */
const announced = (given: string | true, environment: string): Profile => {
  const file = given === true ? announcedFile : given;
  if (environment !== 'sandbox' && environment !== 'live')
    throw new UsageError('--environment is sandbox or live.');
  if (!existsSync(file))
    throw new UsageError(
      `${file} does not exist. Run this in the folder where npm start runs, or name its file.`,
    );
  const text = readTextFile(file);
  try {
    const { dashboard, ...environments } = JSON.parse(text);
    const { base_url, tenant_id, secret_key } = environments[environment];
    return {
      base_url: checkedAddress(base_url),
      tenant_id,
      environment,
      secret_key,
      dashboard_url: dashboard.url,
    };
  } catch {
    throw new UsageError(
      `${file} is not the file that npm start writes. Name that one: --laptop <file>`,
    );
  }
};

/** The profile with what the account says. A key that may not read accounts has no more than was given. */
const recognised = async (profile: Profile): Promise<Profile> => {
  try {
    const { body } = await apiOf(profile)('GET', '/accounts');
    const [account] = (
      body as { data: { tenant_id: string; environment: Profile['environment'] }[] }
    ).data;
    return account
      ? { ...profile, tenant_id: account.tenant_id, environment: account.environment }
      : profile;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'insufficient_scope') return profile;
    throw error;
  }
};
