import type { Access, AwsCall } from '../aws-service.ts';
import { AwsError, BadConfiguration, unknownOperation, validationError } from '../errors.ts';
import { accountIn } from '../iam/resource-policy.ts';
import { inputOf, objectIn } from '../json-protocol.ts';
import type { Buses, RuleProperties } from './buses.ts';

/** The permission that IAM must allow for an operation of the owner of a bus. */
export const ownerAccess = (buses: Buses, call: AwsCall): Access => {
  if (!(call.operation in operations)) throw unknownOperation(call.operation);
  return { action: `events:${call.operation}`, resource: namedBus(buses, call) };
};

/**
 * Performs an operation of another account's administrator on that account's buses and rules. Those
 * of the templates are in the templates.
 */
export const busOperation = (buses: Buses, call: AwsCall): object => {
  const bus = namedBus(buses, call);
  if (call.principal.kind !== 'account')
    throw new AwsError(
      400,
      'AccessDeniedException',
      `Only the administrator of another account may ${call.operation}.`,
    );
  if (call.operation !== 'CreateEventBus' && !buses.exists(bus))
    throw new AwsError(400, 'ResourceNotFoundException', `Event bus ${bus} does not exist.`);
  try {
    return operations[call.operation]?.(buses, bus, call) ?? {};
  } catch (error) {
    throw error instanceof BadConfiguration ? validationError(error.message) : error;
  }
};

const namedBus = (buses: Buses, call: AwsCall): string => {
  const { Name, EventBusName } = inputOf(call);
  const name = call.operation === 'CreateEventBus' ? Name : EventBusName;
  const owner = call.principal.kind === 'account' ? call.principal.account : undefined;
  return buses.arnOf(typeof name === 'string' ? name : undefined, call.region, owner);
};

type Operation = (buses: Buses, bus: string, call: AwsCall) => object;

const operations: Readonly<Record<string, Operation>> = {
  CreateEventBus: (buses, bus) => {
    if (buses.exists(bus))
      throw new AwsError(400, 'ResourceAlreadyExistsException', `Event bus ${bus} already exists.`);
    buses.create(bus);
    return { EventBusArn: bus };
  },
  PutPermission: (buses, bus, call) => {
    const document = objectIn(String(inputOf(call).Policy ?? ''));
    if (!document) throw validationError('local/ takes PutPermission with a Policy only.');
    buses.setPolicy(bus, document);
    return {};
  },
  PutRule: (buses, bus, call) => {
    const { Name, EventPattern } = inputOf(call);
    const arn = ruleArn(bus, Name);
    const { Targets = [] } = buses.ruleOf(arn) ?? {};
    buses.setRule(arn, call.region, { EventBusName: bus, EventPattern, Targets });
    return { RuleArn: arn };
  },
  PutTargets: (buses, bus, call) => {
    const { Rule, Targets } = inputOf(call);
    const arn = ruleArn(bus, Rule);
    const rule = buses.ruleOf(arn);
    if (!rule)
      throw new AwsError(400, 'ResourceNotFoundException', `Rule ${String(Rule)} does not exist.`);
    const added = Targets as NonNullable<RuleProperties['Targets']>;
    const kept = (rule.Targets ?? []).filter(({ Id }) => !added.some((one) => one.Id === Id));
    buses.setRule(arn, call.region, { ...rule, Targets: [...kept, ...added] });
    return { FailedEntryCount: 0, FailedEntries: [] };
  },
};

const ruleArn = (bus: string, name: unknown): string => {
  const [, , , region] = bus.split(':');
  const path = bus.endsWith('/default')
    ? String(name)
    : `${bus.slice(bus.lastIndexOf('/') + 1)}/${String(name)}`;
  return `arn:aws:events:${region}:${accountIn(bus)}:rule/${path}`;
};
