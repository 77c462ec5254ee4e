import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import {
  APIGatewayClient,
  GetStageCommand,
  type GetStageCommandOutput,
  paginateGetRestApis,
  UpdateStageCommand,
} from '@aws-sdk/client-api-gateway';
import {
  DisableRuleCommand,
  EnableRuleCommand,
  EventBridgeClient,
  ListRulesCommand,
  type Rule,
} from '@aws-sdk/client-eventbridge';
import {
  LambdaClient,
  paginateListEventSourceMappings,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { type EnvironmentName, physicalName, stageName } from '../../../lib/environments.ts';
import { readWhole, writeWhole } from '../../../local/files.ts';
import { recordFile, type Target } from '../../start/target.ts';
import { inOrder, type Part, placeOf, recorded, type Switched } from './parts.ts';

/** An environment whose parts are switched, and the file that keeps what was. */
export type Switch = {
  /** Everything that is on now. */
  on(): Promise<Part[]>;
  record(): Switched | undefined;
  /** Switches off what is on. May be repeated, also after it has died. Throws where the record is of another account. */
  switchOff(): Promise<void>;
  /** Sets back what `switchOff` recorded. Throws where it recorded nothing here, or a part is gone. */
  switchOn(): Promise<void>;
};

type Context = {
  readonly environment: EnvironmentName;
  readonly gateway: APIGatewayClient;
  readonly events: EventBridgeClient;
  readonly lambda: LambdaClient;
  readonly say: (sentence: string) => void;
};

/** The switch of an environment; its record is kept in the folder that the command is started from. */
export const switchOf = (
  environment: EnvironmentName,
  target: Target,
  say: Context['say'],
): Switch => {
  const { config } = target;
  const clients = [
    new APIGatewayClient(config),
    new EventBridgeClient(config),
    new LambdaClient(config),
  ] as const;
  const [gateway, events, lambda] = clients;
  const context: Context = { environment, gateway, events, lambda, say };
  const file = recordFile(environment, target);
  const record = () => readWhole<Switched>(file);
  // Rules have the same names in every account: with other credentials half of the record would be found, and done with.
  const accountAsRecorded = async (): Promise<string | undefined> => {
    const [account, earlier] = [await accountOf(context), record()];
    if (!earlier || earlier.account === account) return account;
    throw new Error(
      `${file} is of account ${earlier.account}; these credentials find ${account ?? 'no function of the environment'}.`,
    );
  };
  return {
    on: () => partsOn(context),
    record,
    switchOff: async () => {
      const account = await accountAsRecorded();
      const on = await partsOn(context);
      const parts = recorded(record()?.parts ?? [], on);
      // Before the first change: whatever ends this, the record has everything that `on` needs.
      writeWhole(file, { account, parts });
      for (const part of inOrder(on)) await set(context, part, false);
      await untilDisabled(context);
      writeWhole(file, { account, parts, off_since: new Date().toISOString() });
      say(`Off. ${file} keeps what switch on sets back.`);
    },
    switchOn: async () => {
      const { parts } = record() ?? {};
      if (!parts)
        throw new Error(
          `${file} has no record of switch off. Run switch on from the folder where switch off ran.`,
        );
      const account = await accountAsRecorded();
      writeWhole(file, { account, parts });
      const gone: Part[] = [];
      for (const part of inOrder(parts).toReversed())
        if (!(await isSet(context, part))) gone.push(part);
      if (gone.length === 0) return rmSync(file);
      writeWhole(file, { account, parts: gone });
      throw new Error(
        `${gone.map(placeOf).join(', ')}: not found. The rest is on. Remove ${file} if that is right.`,
      );
    },
  };
};

const partsOn = async (context: Context): Promise<Part[]> => [
  ...(await throttlesOn(context)),
  ...(await rulesOf(context)).flatMap(({ Name: id = '', State, ScheduleExpression }): Part[] =>
    State === 'ENABLED' && ScheduleExpression ? [{ kind: 'schedule', id }] : [],
  ),
  ...(await mappingsOf(context)).flatMap(({ UUID: id = '', State = '' }): Part[] =>
    ['Disabled', 'Disabling', 'Deleting'].includes(State) ? [] : [{ kind: 'mapping', id }],
  ),
];

const throttlesOn = async ({ gateway, environment }: Context): Promise<Part[]> => {
  const names = [physicalName(environment, 'api'), physicalName(environment, 'dashboard')];
  const found: Part[] = [];
  for await (const { items = [] } of paginateGetRestApis({ client: gateway }, {}))
    for (const { id = '', name = '' } of items)
      if (names.includes(name))
        found.push(...limitsIn(id, await gateway.send(new GetStageCommand(stageOf(id)))));
  return found;
};

const stageOf = (restApiId: string) => ({ restApiId, stageName });

/** A setting that lets nothing through is off. API Gateway says -1 where there is no limit. */
const limitsIn = (id: string, { methodSettings = {} }: GetStageCommandOutput): Part[] =>
  Object.entries(methodSettings).flatMap(
    ([setting, { throttlingRateLimit: rate = -1, throttlingBurstLimit: burst = -1 }]) =>
      rate === 0 && burst === 0 ? [] : [{ kind: 'throttle', id, setting, rate, burst }],
  );

const rulesOf = async ({ events, environment }: Context): Promise<Rule[]> => {
  const found: Rule[] = [];
  let NextToken: string | undefined;
  do {
    const page = await events.send(
      new ListRulesCommand({ NamePrefix: physicalName(environment, ''), NextToken }),
    );
    found.push(...(page.Rules ?? []));
    ({ NextToken } = page);
  } while (NextToken);
  return found;
};

const mappingsOf = async ({ lambda, environment }: Context) => {
  const found = [];
  for await (const { EventSourceMappings = [] } of paginateListEventSourceMappings(
    { client: lambda },
    {},
  ))
    found.push(...EventSourceMappings);
  return found.filter(({ FunctionArn }) =>
    FunctionArn?.includes(`:function:${physicalName(environment, '')}`),
  );
};

/** The account that these credentials are of, by the functions of the environment. */
const accountOf = async (context: Context): Promise<string | undefined> =>
  (await mappingsOf(context))[0]?.FunctionArn?.split(':')[4];

/** Whether a part could be switched on; false where it is gone. */
const isSet = async (context: Context, part: Part): Promise<boolean> => {
  try {
    await set(context, part, true);
    return true;
  } catch (error) {
    if (['NotFoundException', 'ResourceNotFoundException'].includes((error as Error).name))
      return false;
    throw error;
  }
};

const set = async (context: Context, part: Part, isOn: boolean): Promise<void> => {
  const { gateway, events, lambda, say } = context;
  say(`${placeOf(part)}: ${isOn ? 'on' : 'off'}`);
  if (part.kind === 'throttle') return setThrottle(gateway, part, isOn);
  if (part.kind === 'schedule') {
    await events.send(
      isOn ? new EnableRuleCommand({ Name: part.id }) : new DisableRuleCommand({ Name: part.id }),
    );
    return;
  }
  for (let waits = 0; ; waits++) {
    try {
      return void (await lambda.send(
        new UpdateEventSourceMappingCommand({ UUID: part.id, Enabled: isOn }),
      ));
    } catch (error) {
      // A mapping that changes cannot be changed.
      if ((error as Error).name !== 'ResourceInUseException' || waits === waits_max) throw error;
      await pause(wait_ms);
    }
  }
};

const setThrottle = async (
  gateway: APIGatewayClient,
  part: Extract<Part, { kind: 'throttle' }>,
  isOn: boolean,
) => {
  const [rate, burst] = isOn ? [part.rate, part.burst] : [0, 0];
  const [method = '', path = ''] = [
    part.setting.split('/').at(-1),
    part.setting.split('/').slice(0, -1).join('~1'),
  ];
  const patch = (what: string, value: number) =>
    ({
      op: 'replace',
      path: `/${path}/${method}/throttling/${what}`,
      value: String(value),
    }) as const;
  const patchOperations = [patch('rateLimit', rate), patch('burstLimit', burst)];
  const stage = await gateway.send(
    new UpdateStageCommand({ ...stageOf(part.id), patchOperations }),
  );
  const { throttlingRateLimit, throttlingBurstLimit } = stage.methodSettings?.[part.setting] ?? {};
  if (throttlingRateLimit !== rate || throttlingBurstLimit !== burst)
    throw new Error(
      `${placeOf(part)}: API Gateway has not set ${rate} a second and ${burst} at once.`,
    );
};

/** Lambda takes some seconds to end a poller. */
const untilDisabled = async (context: Context): Promise<void> => {
  for (let waits = 0; waits <= waits_max; waits++) {
    const left = (await mappingsOf(context)).filter(
      ({ State }) => State !== 'Disabled' && State !== 'Deleting',
    );
    if (left.length === 0) return;
    context.say(`${left.length} mappings are not disabled yet`);
    await pause(wait_ms);
  }
  throw new Error('Not every mapping is disabled yet: run switch off again.');
};

const wait_ms = 2_000;
const waits_max = 150;
