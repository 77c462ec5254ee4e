import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { assertOnly, BadConfiguration } from '../errors.ts';
import { type ResourcePolicy, resourcePolicyOf } from '../iam/resource-policy.ts';
import { type Pattern, patternOf } from '../patterns.ts';
import type { Queues } from '../queues/queues.ts';
import { type BusEvent, groupOf, type InputSettings, transformOf } from './transform.ts';

/** The event buses of the templates, the default bus of each region, and the buses that other accounts have created. */
export type Buses = {
  /** By name or arn; undefined is the default bus. The bus need not exist. */
  arnOf(bus: string | undefined, region: string, owner?: string): string;
  exists(arn: string): boolean;
  publish(busArn: string, event: BusEvent): void;
  /** A bus of another account. */
  create(arn: string): void;
  policyOf(busArn: string): ResourcePolicy | undefined;
  setPolicy(busArn: string, document: unknown): void;
  /** Sets a rule of another account, or replaces it. Throws BadConfiguration for what cannot be run as AWS would. */
  setRule(arn: string, region: string, properties: RuleProperties): void;
  /** A rule of another account, without its targets until they are put. */
  ruleOf(arn: string): RuleProperties | undefined;
};

/** Reads buses and rules; throws BadConfiguration for what cannot be run as AWS would. */
export const createBuses = (resources: readonly Resource[], queues: Queues): Buses => {
  const declared = resources.filter(({ type }) => type === 'AWS::Events::EventBus');
  const buses = new Set(declared.map(({ physicalId, region }) => busArn(physicalId, region)));
  const exists = (arn: string): boolean => buses.has(arn) || arn.endsWith(':event-bus/default');
  const rules = resources
    .filter(
      ({ type, properties }) =>
        type === 'AWS::Events::Rule' && properties.EventPattern !== undefined,
    )
    .filter(({ properties }) => properties.State !== 'DISABLED')
    .map((resource) => ruleOf(resource, queues));
  const orphan = rules.find((rule) => !exists(rule.busArn));
  if (orphan)
    throw new BadConfiguration(`There is a rule on ${orphan.busArn}, which no template defines.`);
  const policies = new Map<string, ResourcePolicy>();
  const foreign = new Map<string, { readonly rule: Rule; readonly properties: RuleProperties }>();
  return {
    arnOf: busArn,
    exists,
    create: (arn) => void buses.add(arn),
    policyOf: (arn) => policies.get(arn),
    setPolicy: (arn, PolicyDocument) =>
      void policies.set(arn, resourcePolicyOf({ logicalId: arn, properties: { PolicyDocument } })),
    setRule: (arn, region, properties) => {
      const bus = busArn(properties.EventBusName, region);
      foreign.set(arn, { rule: ruleFor({ arn, name: arn }, bus, properties, queues), properties });
    },
    ruleOf: (arn) => foreign.get(arn)?.properties,
    publish: (arn, event) => {
      for (const rule of [...rules, ...[...foreign.values()].map(({ rule }) => rule)]) {
        if (rule.busArn === arn && rule.fits(event)) for (const send of rule.targets) send(event);
      }
    },
  };
};

const busArn = (bus = 'default', region: string, owner = account): string =>
  bus.startsWith('arn:') ? bus : `arn:aws:events:${region}:${owner}:event-bus/${bus}`;

type Rule = {
  readonly busArn: string;
  readonly fits: Pattern;
  readonly targets: readonly Target[];
};

/** Sends one event where a rule says; never throws for what a deployment could have got wrong. */
type Target = (event: BusEvent) => void;

/** A rule as templates and PutRule with PutTargets have it. */
export type RuleProperties = {
  readonly EventBusName?: string;
  readonly EventPattern: unknown;
  readonly Targets?: readonly TargetProperties[];
};

const ruleOf = ({ physicalId: name, region, properties }: Resource, queues: Queues): Rule => {
  const rule = properties as RuleProperties;
  const bus = busArn(rule.EventBusName, region);
  const busName = bus.slice(bus.lastIndexOf('/') + 1);
  const path = busName === 'default' ? name : `${busName}/${name}`;
  return ruleFor(
    { name, arn: `arn:aws:events:${region}:${account}:rule/${path}` },
    bus,
    rule,
    queues,
  );
};

const ruleFor = (
  rule: RuleName,
  bus: string,
  { EventPattern, Targets = [] }: RuleProperties,
  queues: Queues,
): Rule => {
  const pattern = typeof EventPattern === 'string' ? JSON.parse(EventPattern) : EventPattern;
  return {
    busArn: bus,
    fits: patternOf(pattern, `The rule ${rule.name}`),
    targets: Targets.map((target) => targetOf(target, rule, queues)),
  };
};

type RuleName = { readonly arn: string; readonly name: string };

type TargetProperties = InputSettings & {
  readonly Id: string;
  readonly Arn: string;
  readonly SqsParameters?: { readonly MessageGroupId?: string };
  readonly DeadLetterConfig?: { readonly Arn?: string };
};

const targetOf = (target: TargetProperties, rule: RuleName, queues: Queues): Target => {
  const where = `The target ${target.Id} of the rule ${rule.name}`;
  assertOnly(where, target, targetMembers);
  if (!/^arn:aws:sqs:/.test(target.Arn))
    throw new BadConfiguration(`${where} is no queue, so local/ cannot reach it.`);
  const transform = transformOf(target, where);
  const group = groupOf(target.SqsParameters?.MessageGroupId, where);
  return (event) => {
    const error = deliveryErrorOf(target.Arn, rule, queues);
    if (error) return deadLetter(event, error, rule, target, queues);
    const name = group(event);
    queues.byArn(target.Arn)?.send(transform(event), name === undefined ? {} : { group: name });
  };
};

/** RetryPolicy changes nothing: what fails here would fail again. */
const targetMembers = [
  'Id',
  'Arn',
  'InputTransformer',
  'SqsParameters',
  'DeadLetterConfig',
  'RetryPolicy',
];

type DeliveryError = { readonly code: string; readonly message: string };

const deliveryErrorOf = (
  queueArn: string,
  rule: RuleName,
  queues: Queues,
): DeliveryError | undefined => {
  if (!queues.byArn(queueArn))
    return { code: 'NO_RESOURCE', message: `The queue ${queueArn} does not exist.` };
  if (queues.allows(queueArn, 'sqs:SendMessage', 'events.amazonaws.com', rule.arn))
    return undefined;
  const message = `The policy of the queue ${queueArn} does not allow the rule ${rule.arn} to send to it.`;
  return { code: 'NO_PERMISSIONS', message };
};

const deadLetter = (
  event: BusEvent,
  { code, message }: DeliveryError,
  rule: RuleName,
  { Arn, DeadLetterConfig }: TargetProperties,
  queues: Queues,
): void => {
  const arn = DeadLetterConfig?.Arn;
  const second = arn === undefined ? undefined : deliveryErrorOf(arn, rule, queues);
  if (arn === undefined || second) {
    // On AWS only a metric says so; here a person watches the terminal.
    console.error(
      JSON.stringify({
        event: 'event_lost',
        rule: rule.name,
        error: message,
        dead_letter: second?.message,
      }),
    );
    return;
  }
  const text = (StringValue: string) => ({ DataType: 'String', StringValue });
  const attributes = {
    RULE_ARN: rule.arn,
    TARGET_ARN: Arn,
    ERROR_CODE: code,
    ERROR_MESSAGE: message,
  };
  const texts = Object.entries(attributes).map(([name, value]) => [name, text(value)]);
  queues.byArn(arn)?.send(JSON.stringify(event), { attributes: Object.fromEntries(texts) });
};
