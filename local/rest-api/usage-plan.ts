import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import type { Throttle } from './model.ts';

/** An AWS::ApiGateway::UsagePlan: how fast each of its keys may call its stages. */
export type UsagePlan = {
  readonly id: string;
  readonly region: string;
  readonly stages: readonly { readonly api: string; readonly stage: string }[];
  /** Of each key; absent: the plan bounds nothing. */
  readonly throttle?: Throttle;
};

/** A key of API Gateway, which tells one caller from another; whether it lets in is the authorizer's to say. */
export type ApiKey = {
  readonly id: string;
  readonly region: string;
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
};

/** A key in a plan. */
export type Membership = { readonly plan: string; readonly key: string };

/** Every plan of the templates. */
export const usagePlansOf = (resources: readonly Resource[]): UsagePlan[] =>
  of(resources, 'UsagePlan').map((plan) => planOf(plan, resources));

/** The keys that the templates make. */
export const declaredKeysOf = (resources: readonly Resource[]): ApiKey[] => of(resources, 'ApiKey').map(keyOf);

/** The keys that the templates put into plans. */
export const declaredMembershipsOf = (resources: readonly Resource[]): Membership[] =>
  of(resources, 'UsagePlanKey').map(({ logicalId, properties }) => {
    if (properties.KeyType !== 'API_KEY') throw unknown(logicalId, `keys of type ${String(properties.KeyType)}`);
    return { plan: String(properties.UsagePlanId), key: String(properties.KeyId) };
  });

const of = (resources: readonly Resource[], type: string): Resource[] =>
  resources.filter((each) => each.type === `AWS::ApiGateway::${type}`);

const unknown = (logicalId: string, what: string): BadConfiguration =>
  new BadConfiguration(`The resource ${logicalId} has ${what}, which local/ does not run.`);

const planOf = ({ logicalId, physicalId, region, properties }: Resource, all: readonly Resource[]): UsagePlan => {
  if (properties.Quota !== undefined) throw unknown(logicalId, 'a quota');
  const stages = (properties.ApiStages ?? []) as readonly { ApiId?: string; Stage?: string; Throttle?: unknown }[];
  if (stages.some(({ Throttle }) => Throttle !== undefined)) throw unknown(logicalId, 'throttles by method');
  const named = stages.map(({ ApiId, Stage }) => ({ api: String(ApiId), stage: String(Stage) }));
  for (const { api, stage } of named) {
    const exists = of(all, 'Stage').some(
      (each) => each.properties.RestApiId === api && each.properties.StageName === stage,
    );
    if (!exists) throw new BadConfiguration(`The usage plan ${logicalId} names the stage ${stage} of no API here.`);
  }
  const throttle = throttleOf(logicalId, properties.Throttle);
  return { id: physicalId, region, stages: named, ...(throttle && { throttle }) };
};

const throttleOf = (logicalId: string, value: unknown): Throttle | undefined => {
  if (value === undefined) return undefined;
  const { RateLimit, BurstLimit } = value as { RateLimit?: unknown; BurstLimit?: unknown };
  if (typeof RateLimit === 'number' && typeof BurstLimit === 'number') return { rate: RateLimit, burst: BurstLimit };
  throw unknown(logicalId, 'half a throttle');
};

const keyOf = ({ logicalId, physicalId, region, properties }: Resource): ApiKey => {
  const { Name, Value, Enabled } = properties;
  if (typeof Value !== 'string') throw unknown(logicalId, 'no value of its own');
  if (properties.StageKeys !== undefined) throw unknown(logicalId, 'stages of its own');
  const name = typeof Name === 'string' ? Name : logicalId;
  return { id: physicalId, region, name, value: Value, enabled: Enabled === true };
};
