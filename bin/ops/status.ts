import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import {
  GetAccountSettingsCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { authorizeRequest } from '../../functions/app/jobs/jobs.ts';
import { schedule_shards } from '../../functions/core/dynamodb/keys.ts';
import { queueNames } from '../../lib/aws-settings.ts';
import { failedQueue, missedQueue } from '../../lib/constructs/service-queue.ts';
import { contractVersionOf } from '../../lib/contract-version.ts';
import { calledName, type Environment, physicalName } from '../../lib/environments.ts';
import {
  alarmLine,
  dueLine,
  failedLine,
  notKnown,
  type QueueState,
  queueLines,
  type StatusLine,
  statusText,
} from '../../lib/status.ts';
import { account as localAccount } from '../../local/assembly.ts';
import { root } from '../build.ts';
import { orSentence, readCommandLine } from '../command-line.ts';
import { environmentIn, settingsOption, type Target, targetNamed } from '../start/target.ts';
import { alarmStates, oldestMessage, unreadableItems } from './status/cloudwatch.ts';
import { dueWork } from './status/due-work.ts';

const usage = `npm run ops -- status sandbox|live [--target local|aws] [-c environments=<folder>] [-c settings='{…}']

Prints the state of an environment on one screen: version, cell, queues, overdue work, unreadable items, alarms, capacity and the
last restore. It changes nothing, and ends with 1 if a line has ✗. On AWS it reads CloudWatch by the AWS CLI.
  --target  local: the service that runs from this folder, which is taken if it runs; aws: the deployed one`;

const options = { target: { type: 'string' }, ...settingsOption } as const;

type Reading = {
  readonly environment: Environment;
  readonly target: Target;
  readonly isLocal: boolean;
};

const noCli = 'install the AWS CLI';

/** The local service runs the files of this folder. */
const versionsHere = (): string => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const contract = contractVersionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  return `${version}, contract ${contract}; this folder may have later changes`;
};

const versionLine = async ({ environment, target, isLocal }: Reading): Promise<StatusLine> => {
  if (isLocal) return { name: 'version', text: versionsHere(), isGood: undefined };
  const FunctionName = calledName(environment, authorizeRequest.id);
  const found = await new LambdaClient(target.config).send(
    new GetFunctionConfigurationCommand({ FunctionName }),
  );
  return {
    name: 'version',
    text: `${FunctionName} version ${found.Version}, of ${found.LastModified}`,
    isGood: found.State === 'Active',
  };
};

const queuesOf = async (reading: Reading, names: readonly string[]): Promise<QueueState[]> => {
  const { environment, target, isLocal } = reading;
  const { region } = target.config;
  const client = new SQSClient(target.config);
  const owner = isLocal
    ? localAccount
    : (await new STSClient(target.config).send(new GetCallerIdentityCommand({}))).Account;
  return Promise.all(
    names.map(async (name) => {
      const physical = physicalName(environment.name, name);
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({
          QueueUrl: `https://sqs.${region}.amazonaws.com/${owner}/${physical}`,
          AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
        }),
      );
      return {
        name,
        waiting: Number(Attributes.ApproximateNumberOfMessages ?? 0),
        inFlight: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
        oldest_s: await oldestMessage(target, physical),
      };
    }),
  );
};

const workLines = async ({ environment, target }: Reading): Promise<StatusLine[]> => {
  const client = new DynamoDBClient(target.config);
  const { oldest, group, deadLettered } = await dueWork(
    client,
    environment.name,
    schedule_shards.max,
  );
  const first = oldest === undefined || group === undefined ? undefined : { at: oldest, group };
  return [
    dueLine(first, new Date()),
    { name: 'dead-lettered events', text: String(deadLettered), isGood: deadLettered === 0 },
  ];
};

const metricLines = async ({ environment, target }: Reading): Promise<StatusLine[]> => {
  const unreadable = await unreadableItems(target, environment.name);
  const alarms = await alarmStates(target, environment.name);
  return [
    unreadable === undefined
      ? notKnown('unreadable items', noCli)
      : { name: 'unreadable items', text: `${unreadable} within a day`, isGood: unreadable === 0 },
    alarms === undefined ? notKnown('alarms', noCli) : alarmLine(alarms),
  ];
};

const capacityLine = async ({ target, isLocal }: Reading): Promise<StatusLine> => {
  if (isLocal) return notKnown('capacity', 'a laptop has no quotas');
  const { AccountLimit } = await new LambdaClient(target.config).send(
    new GetAccountSettingsCommand({}),
  );
  const { UnreservedConcurrentExecutions = 0, ConcurrentExecutions = 0 } = AccountLimit ?? {};
  return {
    name: 'capacity',
    text: `${UnreservedConcurrentExecutions} of ${ConcurrentExecutions} executions are not reserved`,
    isGood: UnreservedConcurrentExecutions > 0,
  };
};

/** DynamoDB keeps with a restored table to which time it was restored. */
const restoreLine = async ({ environment, target }: Reading): Promise<StatusLine> => {
  const client = new DynamoDBClient(target.config);
  const prefix = physicalName(environment.name, 'resources-');
  for await (const { TableNames = [] } of paginateListTables({ client }, {}))
    for (const TableName of TableNames.filter((name) => name.startsWith(prefix))) {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      const at = Table?.CreationDateTime;
      if (at)
        return { name: 'last restore', text: `${TableName}, of ${at.toISOString()}`, isGood: true };
    }
  return notKnown('last restore', 'no restored table is left, and nothing else records one');
};

await orSentence(async () => {
  const { values, positionals } = readCommandLine({ usage, options, words: 'any' });
  const environment = environmentIn(positionals, values.context);
  const named = targetNamed(values.target, environment.name);
  const isLocal = named.config.endpoint !== undefined;
  const { region } = environment;
  const target = isLocal ? named : { name: `on AWS in ${region}`, config: { region } };
  const reading = { environment, target, isLocal };
  const cell = { name: 'cell', text: environment.cell ?? 'none', isGood: undefined };
  const lines = [
    await versionLine(reading),
    cell,
    ...queueLines(await queuesOf(reading, queueNames)),
    failedLine(await queuesOf(reading, [...queueNames.map(failedQueue), missedQueue])),
    ...(await workLines(reading)),
    ...(await metricLines(reading)),
    await capacityLine(reading),
    await restoreLine(reading),
  ];
  process.stdout.write(`${environment.name}, ${target.name}\n${statusText(lines)}\n`);
  if (lines.some(({ isGood }) => isGood === false)) process.exitCode = 1;
});
