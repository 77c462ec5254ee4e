import type { Command } from 'commander';
import type { GlobalOptions } from '../context.ts';
import { printBody, say, tableOf } from '../output.ts';
import { profileNamed, readProfiles, writeProfiles } from '../profiles.ts';

/** `profiles`: those that there are, without their keys; `profiles use` and `profiles remove`. */
export const addProfiles = (program: Command): void => {
  const profiles = program
    .command('profiles')
    .description('List your profiles, without their keys');
  profiles.action((_options: object, command: Command) => {
    const { current, profiles: kept } = readProfiles();
    const data = Object.entries(kept).map(
      ([name, { base_url, tenant_id = null, environment }]) => ({
        name,
        environment,
        base_url,
        tenant_id,
        current: name === current ? '*' : null,
      }),
    );
    if (command.optsWithGlobals<GlobalOptions>().json)
      return printBody({ object: 'list', data }, true);
    return say(tableOf(data, ['name', 'environment', 'base_url', 'tenant_id', 'current']));
  });
  profiles
    .command('use <name>')
    .description('Use a profile where none is named')
    .action((named: string) =>
      writeProfiles({ ...readProfiles(), current: profileNamed(named).name }),
    );
  profiles
    .command('remove <name>')
    .description('Forget a profile and its key')
    .action((named: string) => {
      const { name } = profileNamed(named);
      const { current, profiles: kept } = readProfiles();
      const rest = Object.fromEntries(Object.entries(kept).filter(([one]) => one !== name));
      writeProfiles({ current: current === name ? null : current, profiles: rest });
    });
};
