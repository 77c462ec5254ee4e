import { parseArgs } from 'node:util';
import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { authorizeRequest, sweepScheduledWork } from '../functions/jobs/jobs.ts';
import { type Environment, functionName } from '../lib/environments.ts';
import { type Concurrency, concurrencyError } from '../lib/preflight.ts';
import { chosenEnvironments } from '../lib/settings.ts';

// `npm run preflight -- live`: whether the account has what a deployment would only miss in its middle. Changes nothing.

const usage = "npm run preflight -- sandbox|live [-c settings='{…}']";

const asked = (): Environment => {
  const options = { context: { type: 'string', short: 'c' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const settings = values.context?.replace(/^settings=/, '');
  const environment = chosenEnvironments({ settings }).find(({ name }) => name === positionals[0]);
  if (!environment || positionals.length > 1) throw new Error(usage);
  return environment;
};

const concurrencyOf = async ({ name, region }: Environment): Promise<Concurrency> => {
  const client = new LambdaClient({ region });
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
  const reserved = await Promise.all(
    [authorizeRequest, sweepScheduledWork].map(({ id }) => reservedFor(client, functionName(name, id))),
  );
  return {
    quota: AccountLimit?.ConcurrentExecutions ?? 0,
    unreserved: AccountLimit?.UnreservedConcurrentExecutions ?? 0,
    ours: reserved.reduce((sum, each) => sum + each, 0),
  };
};

const reservedFor = async (client: LambdaClient, FunctionName: string): Promise<number> => {
  try {
    const { ReservedConcurrentExecutions } = await client.send(new GetFunctionConcurrencyCommand({ FunctionName }));
    return ReservedConcurrentExecutions ?? 0;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return 0;
    throw error;
  }
};

try {
  const environment = asked();
  const error = concurrencyError(environment, await concurrencyOf(environment));
  process.stdout.write(`${error ?? `${environment.name} has the executions that it reserves.`}\n`);
  if (error) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
