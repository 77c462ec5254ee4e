import type { Command } from 'commander';
import type { PrintedDocument } from '../../openapi/page-places.ts';
import { contextOf, type GlobalOptions } from '../context.ts';
import { UsageError } from '../failures.ts';

/** `mcp`: tools for a language model on standard input and output. */
export const addMcp = (program: Command): void => {
  program
    .command('mcp')
    .description('Give a language model access by the Model Context Protocol (stdin and stdout)')
    .option('--allow-writes', 'offer tools that change data; in live only with --profile')
    .action(async ({ allowWrites = false }: { allowWrites?: boolean }, command: Command) => {
      const { api, profile } = contextOf(command);
      const { environment } = profile;
      // Neither the current profile nor a variable of the shell may be how a model gets to change live.
      if (
        allowWrites &&
        environment === 'live' &&
        command.optsWithGlobals<GlobalOptions>().profile === undefined
      )
        throw new UsageError(
          'Writes to live need --allow-writes and --profile with the name of the profile.',
        );
      const { body } = await api('GET', '/openapi.json');
      // Loaded here: every other command would start later by it.
      const { serveMcp } = await import('../mcp/server.ts');
      await serveMcp({ api, document: body as PrintedDocument, environment, allowWrites });
    });
};
