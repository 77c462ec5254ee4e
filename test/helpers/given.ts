import assert from 'node:assert/strict';
import { createApiKey } from '../../functions/contract/accounts/key-routes.ts';
import { exampleOf } from '../../functions/contract/openapi/examples.ts';
import { administerBusiness } from '../../functions/contract/workers.ts';
import type { Scope } from '../../functions/domain/scope.ts';
import { keys, partitions } from '../../functions/store/table.ts';
import { type EnvironmentName, functionName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';
import { type Answer, type Caller, callerOf } from './call.ts';
import { operated } from './operated.ts';
import { type Any, document } from './printed-document.ts';
import { type ABusiness, aBusiness, aRegisteredBusiness } from './service.ts';
import { storedIn } from './stored.ts';
import { type Tables, theTables } from './tables.ts';

/** A business of its own for one test, how it calls, and how its operator acts in the dashboard. */
export type Tenant = ABusiness & {
  readonly call: Caller;
  readonly operate: ReturnType<typeof operated>;
  /** Has an operator asked about a verification, as live does; the sandbox asks none. */
  readonly putToReview: (id: string) => Promise<void>;
  /** Puts items past the API, whatever was there: in any state, and thousands in a moment. */
  readonly put: Tables['put'];
  /** Changes one attribute of an item past the API. */
  readonly set: Tables['set'];
};

/** A business that is simply there. */
export const aTenant = async (local: Local, environment: EnvironmentName = 'sandbox'): Promise<Tenant> =>
  tenantOf(local, environment, await aBusiness(local, environment));

/** A business that was registered as operators do it, whose keys were told of. */
export const aRegisteredTenant = async (local: Local, environment: EnvironmentName = 'sandbox'): Promise<Tenant> =>
  tenantOf(local, environment, await aRegisteredBusiness(local, environment));

const tenantOf = (local: Local, environment: EnvironmentName, business: ABusiness): Tenant => {
  const call = callerOf(business.baseUrl, business.secret_key);
  const putToReview = async (id: string): Promise<void> => {
    const { tenant_id } = business;
    const stored = storedIn(local, environment);
    const waits = ({ sk, due_at }: Any) => sk === id && due_at === undefined;
    await until(
      async () => (await stored.items('resources', tenant_id)).some(waits),
      `${id} waits for nobody but people`,
    );
    const marks = { reviewing: true, reviewing_key: partitions.reviewing(tenant_id) };
    await stored.set('resources', keys.verification(tenant_id, id), marks);
  };
  const { put, set } = theTables(local, environment);
  return { ...business, call, operate: operated(local, business, environment), putToReview, put, set };
};

/** A restricted key of a business, in full, as an operator makes it. */
export const aRestrictedKey = async (
  { operate }: Pick<Tenant, 'operate'>,
  scopes: readonly Scope[],
  more: { readonly allowed_ips?: readonly string[]; readonly expires_at?: string } = {},
): Promise<string> => {
  const made = await operate(createApiKey, { body: { name: 'A test', scopes, ...more } });
  assert.equal(made.status, 201, made.text);
  return made.body.secret_key;
};

/** Runs a command of the operators, as `npm run business` does. */
export const administer = async (
  local: Local,
  command: { command: string; [field: string]: unknown },
): Promise<Any> => {
  const { payload, functionError } = await local.invoke(functionName('sandbox', administerBusiness.id), command);
  assert.equal(functionError, undefined, JSON.stringify(payload));
  return payload;
};

const bodyOf = (schema: string) => (fields: object) => ({
  ...(exampleOf(document.components.schemas[schema], document.components.schemas) as object),
  ...fields,
});

/** A valid body that creates an individual, with every field that has an example in the contract. */
export const individual = bodyOf('IndividualCreate');

/** A valid body that creates a business. */
export const company = bodyOf('BusinessCreate');

const actions = { active: [], suspended: ['suspend'], closed: ['close'] } as const;

/** A customer as its last answer shows it; `body` is what creates it. */
export const aCustomer = async (
  tenant: Pick<Tenant, 'call'>,
  body: object = individual({}),
  status: keyof typeof actions = 'active',
): Promise<Any> => {
  const created = await tenant.call({ method: 'POST', path: '/customers', body });
  assert.equal(created.status, 201, created.text);
  let customer = created.body;
  for (const action of actions[status]) {
    const acted = await tenant.call({ method: 'POST', path: `/customers/${customer.id}/${action}` });
    assert.equal(acted.status, 200, acted.text);
    customer = acted.body;
  }
  return customer;
};

/** A POST under a key of the test's own. */
export const posted = ({ call }: Pick<Tenant, 'call'>, path: string, key: string, body?: object): Promise<Answer> =>
  call({ method: 'POST', path, body, headers: { 'idempotency-key': key } });
