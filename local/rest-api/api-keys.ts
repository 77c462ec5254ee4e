import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsError } from '../aws-error.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { writeWhole } from '../own-files.ts';
import { type Bucket, createBucket } from './throttle.ts';
import {
  type ApiKey,
  declaredKeysOf,
  declaredMembershipsOf,
  type Membership,
  type UsagePlan,
  usagePlansOf,
} from './usage-plan.ts';

/** What API Gateway makes of a request's key: the key, or why it refuses. */
export type KeyVerdict = { readonly key: ApiKey } | { readonly refusal: 'INVALID_API_KEY' | 'THROTTLED' };

/** The keys of the machine and the plans that they are in: those of the templates, and those made since. */
export type ApiKeys = {
  /** Throws the AwsError of a value that another key has. */
  create(key: Omit<ApiKey, 'id'>): ApiKey;
  /** Those whose name begins so. */
  named(prefix: string, region: string): ApiKey[];
  /** Throws the AwsError of a plan or a key that is not there, and of a key that is in a plan of the stage already. */
  join(planId: string, keyId: string): ApiKey;
  /** The keys of a plan whose name begins so; throws the AwsError of a plan that is not there. */
  membersOf(planId: string, prefix: string): ApiKey[];
  /** Takes a token of the key's in the plan that bounds it at the stage. */
  admit(value: string | undefined, api: string, stage: string): KeyVerdict;
};

/** Reads the templates, and what an earlier start kept in the folder; absent: memory. */
export const createApiKeys = (options: {
  readonly resources: readonly Resource[];
  readonly folder?: string | undefined;
}): ApiKeys => {
  const plans = new Map(usagePlansOf(options.resources).map((plan) => [plan.id, plan]));
  const file = options.folder && join(options.folder, 'api-keys.json');
  const kept = file ? read(file) : nothing();
  const keys = new Map([...declaredKeysOf(options.resources), ...kept.keys].map((key) => [key.id, key]));
  const memberships = [...declaredMembershipsOf(options.resources), ...kept.memberships];
  const byValue = new Map([...keys.values()].map((key) => [placed(key), key]));
  const buckets = new Map<string, Bucket>();
  const keep = () => {
    if (file) writeWhole(file, { keys: kept.keys, memberships: kept.memberships });
  };
  const planOf = (id: string) => plans.get(id) ?? missing('Invalid Usage Plan ID specified');
  const plansOf = (key: string) =>
    memberships.flatMap((each) => (each.key === key ? (plans.get(each.plan) ?? []) : []));
  return {
    create: (wanted) => {
      if (byValue.has(placed(wanted))) throw new AwsError(409, 'ConflictException', 'API Key already exists');
      const key = { ...wanted, id: idOf(wanted) };
      keys.set(key.id, key);
      byValue.set(placed(key), key);
      kept.keys.push(key);
      keep();
      return key;
    },
    named: (prefix, region) => [...keys.values()].filter((key) => key.region === region && key.name.startsWith(prefix)),
    join: (planId, keyId) => {
      const plan = planOf(planId);
      const key = keys.get(keyId) ?? missing('Invalid API Key identifier specified');
      if (plansOf(keyId).some((other) => other.id === planId || sharesStage(other, plan))) throw taken(keyId);
      memberships.push({ plan: planId, key: keyId });
      kept.memberships.push({ plan: planId, key: keyId });
      keep();
      return key;
    },
    membersOf: (planId, prefix) => {
      const plan = planOf(planId);
      const ids = memberships.filter((each) => each.plan === plan.id).map((each) => each.key);
      return ids.flatMap((id) => keys.get(id) ?? []).filter(({ name }) => name.startsWith(prefix));
    },
    admit: (value, api, stage) => {
      const bounding = [...plans.values()].filter((plan) => boundsStage(plan, api, stage));
      const key = bounding.flatMap(({ region }) => byValue.get(placed({ region, value: value ?? '' })) ?? [])[0];
      const plan = key?.enabled ? plansOf(key.id).find((each) => bounding.includes(each)) : undefined;
      if (!key || !plan) return { refusal: 'INVALID_API_KEY' };
      if (!plan.throttle) return { key };
      const bucket = buckets.get(`${plan.id} ${key.id}`) ?? createBucket(plan.throttle);
      buckets.set(`${plan.id} ${key.id}`, bucket);
      return bucket.take() ? { key } : { refusal: 'THROTTLED' };
    },
  };
};

type Kept = { readonly keys: ApiKey[]; readonly memberships: Membership[] };

const nothing = (): Kept => ({ keys: [], memberships: [] });

const read = (file: string): Kept => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return nothing();
    throw new BadConfiguration(`The file ${file} cannot be read: empty the data folder with \`npm run local:reset\`.`, {
      cause,
    });
  }
};

/** A value is one key's in a region. */
const placed = ({ region, value }: Pick<ApiKey, 'region' | 'value'>): string => `${region} ${value}`;

const idOf = (key: Pick<ApiKey, 'region' | 'value'>): string =>
  createHash('sha256').update(placed(key)).digest('hex').slice(0, 10);

const boundsStage = ({ stages }: UsagePlan, api: string, stage: string): boolean =>
  stages.some((each) => each.api === api && each.stage === stage);

const sharesStage = (one: UsagePlan, other: UsagePlan): boolean =>
  one.stages.some(({ api, stage }) => boundsStage(other, api, stage));

const missing = (message: string): never => {
  throw new AwsError(404, 'NotFoundException', message);
};

const taken = (key: string): AwsError =>
  new AwsError(409, 'ConflictException', `The API Key ${key} is in a usage plan of that API stage already.`);
