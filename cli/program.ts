import { Command } from 'commander';
import { addCompletion } from './commands/completion.ts';
import { addListen } from './commands/listen.ts';
import { addLogin } from './commands/login.ts';
import { addLogs } from './commands/logs.ts';
import { addMcp } from './commands/mcp.ts';
import { addOpen } from './commands/open.ts';
import { addProfiles } from './commands/profiles.ts';
import { addRequests } from './commands/requests.ts';
import { addResend } from './commands/resend.ts';
import { addTrigger } from './commands/trigger.ts';
import manifest from './package.json' with { type: 'json' };

/** Every command of `fsapi`. */
export const programOf = (): Command => {
  const program = new Command('fsapi')
    .description('The command line of the Financial Services API.')
    .exitOverride()
    .version(manifest.version)
    .option('--profile <name>', 'the profile to use (default: FSAPI_PROFILE, or the current one)')
    .option('--json', 'print JSON instead of tables')
    .option('--yes', 'write to live without asking');
  for (const add of [
    addLogin,
    addProfiles,
    addRequests,
    addListen,
    addTrigger,
    addLogs,
    addResend,
    addOpen,
    addMcp,
    addCompletion,
  ])
    add(program);
  return program;
};
