import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { ApiError } from '../../core/api-error.ts';
import { apiGatewayUsagePlans } from '../../core/aws/api-gateway.ts';
import { newComparison, saveComparison } from '../../core/counters/comparison-table.ts';
import { withdrawnDetail } from '../../core/currencies.ts';
import { durationsFrom } from '../../core/durations.ts';
import { connect, database } from '../../core/dynamodb/client.ts';
import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import type { Write } from '../../core/dynamodb/writes.ts';
import { catalogue } from '../../core/error-catalogue.ts';
import { CurrencyCode, Email } from '../../core/fields.ts';
import { logEvent, serializeError } from '../../core/logging.ts';
import { idsAt } from '../../core/new-id.ts';
import { type Cause, commitUnit } from '../../core/outbox/unit-of-work.ts';
import { idOf } from '../../core/resource.ts';
import { Name, text } from '../../core/text-fields.ts';
import { type Deadline, deadlineOf, systemClock, until } from '../../core/time.ts';
import type { Transition } from '../../core/transition.ts';
import { issueOf, problemItems } from '../../core/validation.ts';
import { shard_counts } from '../../core/write-shards.ts';
import { requestWebhookReconciliation } from '../../delivery/webhooks/table.ts';
import {
  type Account,
  limitAccount,
  openAccount,
  revokeKey,
  spreadAccount,
  transitionAccount,
} from '../../tenants/accounts/model.ts';
import { accountOfTenant } from '../../tenants/accounts/table.ts';
import { plans, usageKeyOf } from '../../tenants/accounts/usage-plans.ts';
import { accountWithKeys, keyRotation } from '../../tenants/api-keys/changes.ts';
import { GraceSeconds } from '../../tenants/api-keys/schema.ts';
import { type ApiKeysResource, newKeyPair } from '../../tenants/api-keys/table.ts';
import { ownerInvitation, signInUnavailable } from '../../tenants/operators/invite-owner.ts';

const tenant = { tenant_id: idOf('tenant', 'business') };
/**
 * The person who gives the command, by the name in IAM or on this machine: the actor of all that it
 * does.
 */
const by = { operator: z.optional(text(2_048)) };
const reason = { reason: z.optional(text(200)) };
/** The id of the business's usage key in API Gateway, where an answer asked for it: only an operator may look it up. */
const usage = { usage_key_id: z.optional(z.string().check(z.regex(/^[0-9a-z]{1,64}$/))) };

/** The currency of a new account: one in which cards can be issued for long. */
const AccountCurrency = CurrencyCode.check(
  z.check(({ value, issues }) => {
    const detail = withdrawnDetail(value);
    if (detail !== undefined) issues.push(issueOf('invalid_value', value, detail));
  }),
);

/** The commands that `npm run ops -- business` may give the admin function. */
export const Command = z.discriminatedUnion('command', [
  z.strictObject({
    ...by,
    ...usage,
    command: z.literal('register'),
    name: Name,
    email: Email,
    tenant_id: z.optional(tenant.tenant_id),
    currency: z._default(AccountCurrency, 'USD'),
  }),
  z.strictObject({
    ...by,
    command: z.literal('rotate'),
    ...tenant,
    grace_seconds: GraceSeconds,
  }),
  z.strictObject({ ...by, command: z.literal('revoke'), ...tenant, key_id: idOf('api_key') }),
  z.strictObject({ ...by, command: z.literal('invite'), ...tenant }),
  z.strictObject({ ...by, command: z.literal('suspend'), ...tenant, ...reason }),
  z.strictObject({ ...by, command: z.literal('reactivate'), ...tenant, ...reason }),
  z.strictObject({
    ...by,
    command: z.literal('shards'),
    ...tenant,
    count: z.literal(shard_counts),
  }),
  z.strictObject({ ...by, ...usage, command: z.literal('limit'), ...tenant, plan: z.enum(plans) }),
]);
export type Command = z.output<typeof Command>;

const connection = connect();
const db = database(connection);
const usagePlans = apiGatewayUsagePlans();
const clock = systemClock();
const durations = durationsFrom(process.env);
const inviteOwner = ownerInvitation(connection);

/** A command that changes an account. */
type Changing = Exclude<Command, { command: 'invite' }>;

/** A command's outcome: what became of the account, and the keys that are shown this once. */
type Outcome = { readonly account: Transition<Account>; readonly keys?: ApiKeysResource };

/** An account as a command leaves it, and the keys that are shown this once; or the usage key whose id is missing. */
type Changed =
  | { readonly account: Account; readonly keys?: ApiKeysResource }
  | { readonly usage_key: string };

/** Carries out one command of `npm run ops -- business`; refusals come back as `{ problem }`, since an operator reads them. */
export const handler = async (event: unknown, context: Context) => {
  try {
    return await run(parse(event), context);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status: _status, retry: _retry, ...sentences } = catalogue[error.code];
    return { problem: { code: error.code, ...sentences, ...error.details } };
  }
};

const parse = (event: unknown): Command => {
  const result = z.safeParse(Command, event);
  if (result.success) return result.data;
  throw new ApiError('validation_failed', {
    errors: problemItems(result.error.issues, { in: 'body', input: event }),
  });
};

/** Time to answer after the last try of a commit. */
const answer_reserve_ms = 500;

const run = async (command: Command, context: Context) => {
  const deadline = deadlineOf(context, clock, answer_reserve_ms);
  return until(deadline, clock, new AbortController().signal, () =>
    carryOut(command, context, deadline),
  );
};

const carryOut = async (command: Command, context: Context, deadline: Deadline) => {
  const cause = causeOf(context, command.operator, deadline.now);
  if (command.command === 'invite') return invite(command.tenant_id, cause, deadline);
  const changed = await changeAccount(command, cause, deadline);
  if ('usage_key' in changed) return changed;
  const { account, keys } = changed;
  const invited = command.command === 'register' && (await invitedOwner(account, cause, deadline));
  return { ...shown(account, keys), ...(invited && { owner_invitation: invited }) };
};

const invite = async (tenant: string, cause: Cause, deadline: Deadline) => {
  if (!inviteOwner) throw signInUnavailable();
  const account = await accountOfTenant(db, tenant);
  return { ...shown(account), owner_invitation: await inviteOwner(account, cause, deadline) };
};

/** A registration stands without it, and its keys are shown this once: what failed is said, and `invite` repeats it. */
const invitedOwner = async (account: Account, cause: Cause, deadline: Deadline) =>
  inviteOwner?.(account, cause, deadline).catch((error: unknown) => {
    logEvent('error', 'owner_invitation_failed', {
      tenant_id: account.tenant_id,
      error: serializeError(error),
    });
    return 'failed' as const;
  });

const changeAccount = (command: Changing, cause: Cause, deadline: Deadline): Promise<Changed> =>
  retryOnConflict(async () => {
    const { now } = cause;
    const { account, keys } = await outcomeOf(command, cause);
    const { before, after } = account;
    if (command.command === 'register' || command.command === 'limit') {
      const key = {
        ...usageKeyOf(after.environment, after.tenant_id, after.plan),
        id: command.usage_key_id,
      };
      // Before its keys say that it is in the plan, so that a caller gets in wherever this is broken off: a key that nothing
      // names yet limits nobody.
      if (!(await usagePlans.enrol(key, after.plan))) return { usage_key: key.name };
    }
    if (after === before) return { account: after };
    const moved = before !== undefined && before.status !== after.status;
    const reconciled = moved ? [requestWebhookReconciliation(after.tenant_id, now)] : [];
    await commitUnit(
      connection,
      {
        changes: [...accountWithKeys(account, now), ...reconciled, ...comparisonOf(account, now)],
        conditions: [],
      },
      cause,
      deadline,
    );
    return { account: after, ...(keys && { keys }) };
  });

/** The counters of a business that was just registered have everything. */
const comparisonOf = ({ before, after }: Transition<Account>, now: Date): Write[] => {
  const at = new Date(now.getTime() + durations.comparison_ms);
  return before ? [] : [saveComparison(newComparison(after.tenant_id, at, true))];
};

/** The actor of a command's events: the operator that it names, or else this function. */
const causeOf = ({ awsRequestId }: Context, operator: string | undefined, now: Date): Cause => ({
  request_id: awsRequestId,
  idempotency_key: null,
  actor: { type: 'operator', id: operator ?? 'administer-business' },
  environment: environmentOf(),
  now,
  newId: idsAt(now),
});

const environmentOf = (): Account['environment'] =>
  process.env.ENVIRONMENT === 'live' ? 'live' : 'sandbox';

const outcomeOf = async (command: Changing, { newId, now }: Cause): Promise<Outcome> => {
  const environment = environmentOf();
  if (command.command === 'register') {
    const { entries, keys } = newKeyPair(environment, newId, now);
    const { name, email, currency, tenant_id = newId('tenant') } = command;
    const owner = { id: newId('account'), tenant_id, environment, name, email, currency };
    return { account: openAccount(owner, { entries, public_key: keys.public_key }, now), keys };
  }
  const before = await accountOfTenant(db, command.tenant_id);
  if (command.command === 'limit') return { account: limitAccount(before, command.plan, now) };
  if (command.command === 'shards') return { account: spreadAccount(before, command.count, now) };
  if (command.command === 'revoke') return { account: revokeKey(before, command.key_id, now) };
  if (command.command !== 'rotate')
    return { account: transitionAccount(before, command.command, command.reason ?? null, now) };
  return keyRotation(before, { grace_seconds: command.grace_seconds, durations, now, newId });
};

/** The members that an operator needs next; the secret is shown here and never again. */
const shown = (account: Account, keys?: ApiKeysResource) => ({
  tenant_id: account.tenant_id,
  account_id: account.id,
  environment: account.environment,
  status: account.status,
  plan: account.plan,
  ...(account.write_shards && { write_shards: account.write_shards }),
  ...(keys ?? { public_key: account.public_key }),
  api_keys: account.api_keys.map(({ hash: _hash, version: _version, ...key }) => key),
});
