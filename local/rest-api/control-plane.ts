import type { AwsAnswer, AwsCall, AwsService } from '../aws-service.ts';
import { AwsError, unknownOperation } from '../errors.ts';
import { inputOf } from '../json-protocol.ts';
import type { RestApi } from './model.ts';
import { stageOperation, stageOperationOf } from './stages.ts';
import type { UsagePlanKey, UsagePlanKeys } from './usage-plans.ts';

/**
 * The part of API Gateway's control plane that makes keys, finds them, puts them into usage plans,
 * and throttles a stage.
 */
export const apiGatewayService = (keys: UsagePlanKeys, apis: readonly RestApi[]): AwsService => ({
  name: 'apigateway',
  operation: (call) => stageOperationOf(call) ?? askedOf(call)?.operation ?? 'Unknown',
  accesses: ({ method, url, region }) => {
    const asked = stageOperationOf({ method, url }) ?? askedOf({ method, url });
    return asked
      ? [
          {
            action: `apigateway:${method}`,
            resource: `arn:aws:apigateway:${region}::${pathOf(url)}`,
          },
        ]
      : [];
  },
  handle: async (call) => {
    if (stageOperationOf(call)) return answer(200, stageOperation(apis, call));
    const asked = askedOf(call);
    if (!asked) throw unknownOperation(`${call.method} ${call.url}`);
    return operations[asked.operation](keys, call, asked.plan);
  },
});

type Operation = (keys: UsagePlanKeys, call: AwsCall, plan: string) => AwsAnswer;

const operations = {
  CreateApiKey: (keys, call) => {
    const { name, value, enabled = false, description: _, ...rest } = inputOf(call);
    assertNone(rest);
    if (typeof name !== 'string' || typeof enabled !== 'boolean')
      throw badRequest('A key has a name.');
    if (typeof value !== 'string' || !/^[0-9A-Za-z]{20,128}$/.test(value))
      throw badRequest('The value of a key has 20 to 128 letters and digits.');
    const key = keys.create({ region: call.region, name, value, enabled });
    return answer(201, { ...shown(key), value });
  },
  GetApiKeys: (keys, call) => page(keys.named(queryOf(call, 'name'), call.region)),
  CreateUsagePlanKey: (keys, call, plan) => {
    const { keyId, keyType, ...rest } = inputOf(call);
    assertNone(rest);
    if (typeof keyId !== 'string' || keyType !== 'API_KEY')
      throw badRequest('A key of a plan has the type API_KEY.');
    const { id, name } = keys.join(plan, keyId);
    return answer(201, { id, name, type: 'API_KEY' });
  },
  GetUsagePlanKeys: (keys, call, plan) => page(keys.membersOf(plan, queryOf(call, 'name'))),
} as const satisfies Record<string, Operation>;

/** A page of the longest that AWS gives; what is behind it has no way to be asked for here. */
const page_max = 25;

const page = (found: readonly UsagePlanKey[]): AwsAnswer => {
  if (found.length > page_max)
    throw badRequest(`More than ${page_max} keys are named so, and local/ has one page.`);
  return answer(200, { item: found.map(shown) });
};

const pathOf = (url: string): string => url.split('?')[0] ?? '';

const askedOf = ({ method, url }: Pick<AwsCall, 'method' | 'url'>) => {
  const [, plan] = /^\/usageplans\/([^/]+)\/keys$/.exec(pathOf(url)) ?? [];
  const line = plan === undefined ? `${method} ${pathOf(url)}` : `${method} keys of a plan`;
  const operation = Object.hasOwn(lines, line) ? lines[line] : undefined;
  return operation && { operation, plan: plan ?? '' };
};

const lines: Readonly<Record<string, keyof typeof operations>> = {
  'POST /apikeys': 'CreateApiKey',
  'GET /apikeys': 'GetApiKeys',
  'POST keys of a plan': 'CreateUsagePlanKey',
  'GET keys of a plan': 'GetUsagePlanKeys',
};

/** The one thing that a list may be asked for; anything else would have to be guessed. */
const queryOf = ({ url }: AwsCall, name: string): string => {
  const query = new URL(url, 'http://localhost').searchParams;
  assertNone(Object.fromEntries([...query].filter(([each]) => each !== name)));
  return query.get(name) ?? '';
};

const assertNone = (rest: Readonly<Record<string, unknown>>): void => {
  const [first] = Object.keys(rest);
  if (first !== undefined) throw badRequest(`local/ does not know ${first}.`);
};

const shown = ({ id, name, enabled }: UsagePlanKey) => ({ id, name, enabled });

const answer = (status: number, body: object): AwsAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const badRequest = (message: string): AwsError => new AwsError(400, 'BadRequestException', message);
