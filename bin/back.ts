import { parseArgs } from 'node:util';
import {
  GetAliasCommand,
  LambdaClient,
  paginateListVersionsByFunction,
  ResourceNotFoundException,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';
import { deployedByCanary } from '../lib/deployment-alarms.ts';
import { currentAlias, functionName } from '../lib/environments.ts';
import { type Aliases, goBack } from '../lib/way-back.ts';
import { environmentWith, settingsOption } from './start/target.ts';

// `npm run back -- live --since 2026-11-26T10:00Z`: all calls go to the versions of before a release, within a minute or two.

const usage = 'npm run back -- live --since <time at which the release began> [--dry-run] [-c settings={…}]';

const aliasesOf = (client: LambdaClient): Aliases => ({
  versions: async (FunctionName) => {
    const found = [];
    for await (const { Versions = [] } of paginateListVersionsByFunction({ client }, { FunctionName }))
      for (const { Version = '', LastModified = '' } of Versions)
        found.push({ version: Version, at: new Date(LastModified) });
    return found;
  },
  serving: async (FunctionName) => {
    try {
      const { FunctionVersion = '', RoutingConfig } = await client.send(
        new GetAliasCommand({ FunctionName, Name: currentAlias }),
      );
      return {
        version: FunctionVersion,
        isSplit: Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {}).length > 0,
      };
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  },
  move: async (FunctionName, FunctionVersion) => {
    const RoutingConfig = { AdditionalVersionWeights: {} };
    await client.send(new UpdateAliasCommand({ FunctionName, Name: currentAlias, FunctionVersion, RoutingConfig }));
  },
});

try {
  const options = { since: { type: 'string' }, 'dry-run': { type: 'boolean' }, ...settingsOption } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const environment = environmentWith(positionals[0], values.context);
  const since = new Date(values.since ?? '');
  if (!environment || positionals.length > 1 || Number.isNaN(since.getTime())) throw new Error(usage);
  const { name, region } = environment;
  const names = deployedByCanary(environment).map(({ id }) => functionName(name, id));
  const client = new LambdaClient({ region, maxAttempts: 10 });
  const moved = await goBack(names, since, aliasesOf(client), values['dry-run'] ?? false);
  for (const one of moved) process.stdout.write(`${one.name}: ${one.from} -> ${one.to}\n`);
  process.stdout.write(
    `${moved.length} of ${names.length} functions ${values['dry-run'] ? 'would go' : 'went'} back.\n`,
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
