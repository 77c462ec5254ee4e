import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Resource } from '../aws-service.ts';
import { AwsError, BadConfiguration } from '../errors.ts';
import { readWhole, writeWhole } from '../files.ts';
import type { Throttle } from './model.ts';

/** API Gateway's verdict on a request's key: the key, or the error. */
export type KeyVerdict =
  | { readonly key: UsagePlanKey }
  | { readonly error: 'INVALID_API_KEY' | 'THROTTLED' };

/** The keys of the machine and the plans that they are in: those of the templates, and those made since. */
export type UsagePlanKeys = {
  /** Throws the AwsError of a value that another key has. */
  create(key: Omit<UsagePlanKey, 'id'>): UsagePlanKey;
  named(prefix: string, region: string): UsagePlanKey[];
  /** Throws the AwsError of a plan or a key that is not there, and of a key that is in a plan of the stage already. */
  join(planId: string, keyId: string): UsagePlanKey;
  /** The keys of a plan whose name begins so; throws the AwsError of a plan that is not there. */
  membersOf(planId: string, prefix: string): UsagePlanKey[];
  /** Takes a token of the key's in the plan that bounds it at the stage. */
  admit(value: string | undefined, api: string, stage: string): KeyVerdict;
};

/** Reads the templates, and what an earlier start kept in the folder; absent: memory. */
export const createUsagePlanKeys = ({ resources, folder }: Options): UsagePlanKeys => {
  const plans = new Map(usagePlansOf(resources).map((plan) => [plan.id, plan]));
  const made = keptIn(folder);
  const keys = new Map([...declaredKeysOf(resources), ...made.keys].map((key) => [key.id, key]));
  const byValue = new Map([...keys.values()].map((key) => [placed(key), key]));
  const members = Map.groupBy(
    [...declaredMembershipsOf(resources), ...made.memberships],
    ({ key }) => key,
  );
  const planOf = (id: string) => plans.get(id) ?? missing('Invalid Usage Plan ID specified');
  const plansOf = (key: UsagePlanKey) =>
    (members.get(key.id) ?? []).flatMap(({ plan }) => plans.get(plan) ?? []);
  return {
    create: (wanted) => {
      if (byValue.has(placed(wanted)))
        throw new AwsError(409, 'ConflictException', 'API Key already exists');
      const key = { ...wanted, id: idOf(wanted) };
      keys.set(key.id, key);
      byValue.set(placed(key), key);
      made.keys.push(key);
      made.keep();
      return key;
    },
    named: (prefix, region) =>
      [...keys.values()].filter((key) => key.region === region && key.name.startsWith(prefix)),
    join: (planId, keyId) => {
      const plan = planOf(planId);
      const key = keys.get(keyId) ?? missing('Invalid API Key identifier specified');
      if (plansOf(key).some((other) => other === plan || sharesStage(other, plan)))
        throw taken(keyId);
      const membership = { plan: planId, key: keyId };
      members.set(keyId, [...(members.get(keyId) ?? []), membership]);
      made.memberships.push(membership);
      made.keep();
      return key;
    },
    membersOf: (planId, prefix) => {
      const plan = planOf(planId);
      return [...keys.values()].filter(
        (key) => key.name.startsWith(prefix) && plansOf(key).includes(plan),
      );
    },
    admit: admitting(
      [...plans.values()],
      (region, value) => byValue.get(placed({ region, value })),
      plansOf,
    ),
  };
};

type Options = { readonly resources: readonly Resource[]; readonly folder?: string | undefined };

const admitting = (
  plans: readonly UsagePlan[],
  keyOf: (region: string, value: string) => UsagePlanKey | undefined,
  plansOf: (key: UsagePlanKey) => readonly UsagePlan[],
): UsagePlanKeys['admit'] => {
  const buckets = new Map<string, TokenBucket>();
  return (value = '', api, stage) => {
    const bounding = plans.filter((plan) => boundsStage(plan, api, stage));
    const key = bounding.map(({ region }) => keyOf(region, value)).find((found) => found?.enabled);
    const plan = key && plansOf(key).find((each) => bounding.includes(each));
    if (!key || !plan) return { error: 'INVALID_API_KEY' };
    if (!plan.throttle) return { key };
    const place = `${plan.id} ${key.id}`;
    const bucket = buckets.get(place) ?? createBucket(plan.throttle);
    buckets.set(place, bucket);
    return bucket.take() ? { key } : { error: 'THROTTLED' };
  };
};

type AddedKeys = { readonly keys: UsagePlanKey[]; readonly memberships: Membership[] };

/** The keys that no template makes, and how they are saved when one is added. */
const keptIn = (folder: string | undefined): AddedKeys & { keep(): void } => {
  const file = folder && join(folder, 'api-keys.json');
  const made = (file && readWhole<AddedKeys>(file)) || { keys: [], memberships: [] };
  return { ...made, keep: () => (file ? writeWhole(file, made) : undefined) };
};

/** A value is one key's in a region. */
const placed = ({ region, value }: Pick<UsagePlanKey, 'region' | 'value'>): string =>
  `${region} ${value}`;

const idOf = (key: Pick<UsagePlanKey, 'region' | 'value'>): string =>
  createHash('sha256').update(placed(key)).digest('hex').slice(0, 10);

const boundsStage = ({ stages }: UsagePlan, api: string, stage: string): boolean =>
  stages.some((each) => each.api === api && each.stage === stage);

const sharesStage = (one: UsagePlan, other: UsagePlan): boolean =>
  one.stages.some(({ api, stage }) => boundsStage(other, api, stage));

const missing = (message: string): never => {
  throw new AwsError(404, 'NotFoundException', message);
};

const taken = (key: string): AwsError =>
  new AwsError(
    409,
    'ConflictException',
    `The API Key ${key} is in a usage plan of that API stage already.`,
  );

type UsagePlan = {
  readonly id: string;
  readonly region: string;
  readonly stages: readonly { readonly api: string; readonly stage: string }[];
  /** The throttle of each key; absent: the plan bounds nothing. */
  readonly throttle?: Throttle;
};

/** A key of API Gateway. It identifies a caller; the authorizer decides whether the caller may come in. */
export type UsagePlanKey = {
  readonly id: string;
  readonly region: string;
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
};

type Membership = { readonly plan: string; readonly key: string };

const usagePlansOf = (resources: readonly Resource[]): UsagePlan[] =>
  of(resources, 'UsagePlan').map((plan) => planOf(plan, resources));

const declaredKeysOf = (resources: readonly Resource[]): UsagePlanKey[] =>
  of(resources, 'ApiKey').map(keyOf);

const declaredMembershipsOf = (resources: readonly Resource[]): Membership[] =>
  of(resources, 'UsagePlanKey').map(({ logicalId, properties }) => {
    if (properties.KeyType !== 'API_KEY')
      throw unknown(logicalId, `keys of type ${String(properties.KeyType)}`);
    return { plan: String(properties.UsagePlanId), key: String(properties.KeyId) };
  });

const of = (resources: readonly Resource[], type: string): Resource[] =>
  resources.filter((each) => each.type === `AWS::ApiGateway::${type}`);

const unknown = (logicalId: string, what: string): BadConfiguration =>
  new BadConfiguration(`The resource ${logicalId} has ${what}, which local/ does not run.`);

const planOf = (
  { logicalId, physicalId, region, properties }: Resource,
  all: readonly Resource[],
): UsagePlan => {
  if (properties.Quota !== undefined) throw unknown(logicalId, 'a quota');
  const stages = (properties.ApiStages ?? []) as readonly {
    ApiId?: string;
    Stage?: string;
    Throttle?: unknown;
  }[];
  if (stages.some(({ Throttle }) => Throttle !== undefined))
    throw unknown(logicalId, 'throttles by method');
  const named = stages.map(({ ApiId, Stage }) => ({ api: String(ApiId), stage: String(Stage) }));
  for (const { api, stage } of named) {
    const exists = of(all, 'Stage').some(
      (each) => each.properties.RestApiId === api && each.properties.StageName === stage,
    );
    if (!exists)
      throw new BadConfiguration(
        `The usage plan ${logicalId} names the stage ${stage} of no API here.`,
      );
  }
  const throttle = throttleOf(logicalId, properties.Throttle);
  return { id: physicalId, region, stages: named, ...(throttle && { throttle }) };
};

const throttleOf = (logicalId: string, value: unknown): Throttle | undefined => {
  if (value === undefined) return undefined;
  const { RateLimit, BurstLimit } = value as { RateLimit?: unknown; BurstLimit?: unknown };
  if (typeof RateLimit === 'number' && typeof BurstLimit === 'number')
    return { rate: RateLimit, burst: BurstLimit };
  throw unknown(logicalId, 'half a throttle');
};

const keyOf = ({ logicalId, physicalId, region, properties }: Resource): UsagePlanKey => {
  const { Name, Value, Enabled } = properties;
  if (typeof Value !== 'string') throw unknown(logicalId, 'no value of its own');
  if (properties.StageKeys !== undefined) throw unknown(logicalId, 'stages of its own');
  const name = typeof Name === 'string' ? Name : logicalId;
  return { id: physicalId, region, name, value: Value, enabled: Enabled === true };
};

/** A token bucket: `take` is false when the request must be rejected. */
export type TokenBucket = { take(): boolean };

/** A full bucket that refills at the rate. */
export const createBucket = (
  { rate, burst }: Throttle,
  now: () => number = () => performance.now(),
): TokenBucket => {
  let tokens = burst;
  let at = now();
  return {
    take: () => {
      const instant = now();
      tokens = Math.min(burst, tokens + ((instant - at) * rate) / 1000);
      at = instant;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
};
