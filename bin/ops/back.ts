import {
  GetAliasCommand,
  LambdaClient,
  paginateListVersionsByFunction,
  ResourceNotFoundException,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';
import { deployedByCanary } from '../../lib/deployment-alarms.ts';
import { currentAlias, functionName } from '../../lib/environments.ts';
import { type Aliases, rollBack } from '../../lib/roll-back.ts';
import { missing, orSentence, readCommandLine } from '../command-line.ts';
import { environmentIn, settingsOption } from '../start/target.ts';

const usage = `npm run ops -- back live --since <time> [--dry-run] [-c settings='{…}']

Routes all calls to the versions that served before a release, within a minute or two. --since is the time at which the
release began, such as 2026-11-26T10:00Z; --dry-run says what would be done.`;

const aliasesOf = (client: LambdaClient): Aliases => ({
  versions: async (FunctionName) => {
    const found = [];
    for await (const { Versions = [] } of paginateListVersionsByFunction(
      { client },
      { FunctionName },
    ))
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
    await client.send(
      new UpdateAliasCommand({ FunctionName, Name: currentAlias, FunctionVersion, RoutingConfig }),
    );
  },
});

const options = {
  since: { type: 'string' },
  'dry-run': { type: 'boolean' },
  ...settingsOption,
} as const;
const { values, positionals } = readCommandLine({ usage, options, words: 'any' });

await orSentence(async () => {
  const environment = environmentIn(positionals, values.context);
  const since = new Date(values.since ?? '');
  if (Number.isNaN(since.getTime())) missing('--since must be a time, such as 2026-11-26T10:00Z.');
  const { name, region } = environment;
  const names = deployedByCanary(environment).map(({ id }) => functionName(name, id));
  const client = new LambdaClient({ region, maxAttempts: 10 });
  const moved = await rollBack(names, since, aliasesOf(client), values['dry-run'] ?? false);
  for (const one of moved) process.stdout.write(`${one.name}: ${one.from} -> ${one.to}\n`);
  process.stdout.write(
    `${moved.length} of ${names.length} functions ${values['dry-run'] ? 'would go' : 'went'} back.\n`,
  );
});
