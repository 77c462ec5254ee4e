import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { Command } from '../contract/accounts/administration.ts';
import { catalogue } from '../contract/errors.ts';
import { problemItems } from '../contract/problem-items.ts';
import { type Account, moveAccount, openAccount, revokeKey, rotateKeys } from '../domain/accounts/account.ts';
import { Failure } from '../domain/failure.ts';
import type { NewId } from '../domain/id.ts';
import { accountOfTenant, saveAccount, saveNewAccount } from '../store/accounts/accounts.ts';
import { newKeyPair, type ShownKeys } from '../store/accounts/key-pair.ts';
import { commit } from '../store/commit.ts';
import { connect, database } from '../store/database.ts';
import { decide } from '../store/decide.ts';
import { idsAt } from '../store/new-id.ts';
import { alignedWebhooks } from './align-webhooks.ts';
import { keyEvents } from './key-events.ts';

const connection = connect();
const db = database(connection);

/** A command's outcome: the account as it was and as it is, and the keys that are shown this once. */
type Outcome = { readonly before?: Account; readonly after: Account; readonly keys?: ShownKeys };

/** Carries out one command of `npm run business`; refusals come back as `{ problem }`, since an operator reads them. */
export const handler = async (event: unknown, context: Context) => {
  try {
    return await run(parse(event), context);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { status: _status, retry: _retry, ...sentences } = catalogue[error.code];
    return { problem: { code: error.code, ...sentences, ...error.details } };
  }
};

const parse = (event: unknown): Command => {
  const result = z.safeParse(Command, event);
  if (result.success) return result.data;
  throw new Failure('validation_failed', { errors: problemItems(result.error.issues, { in: 'body', input: event }) });
};

/** Time to answer after the last try of a commit. */
const answerReserveMs = 500;

const run = async (command: Command, context: Context) => {
  const now = new Date();
  const deadline = Date.now() + context.getRemainingTimeInMillis() - answerReserveMs;
  return decide(async () => {
    const newId = idsAt(now);
    const { before, after, keys } = await outcomeOf(command, newId, now);
    const saved = before ? saveAccount(after, before, now) : saveNewAccount(after);
    const told = keyEvents(after, before, { now, newId, request_id: context.awsRequestId });
    const aligned = await alignedWebhooks(db, after, before, now);
    await commit(connection, { writes: [...saved, ...told, ...aligned], facts: [] }, { now, deadline });
    return shown(after, keys);
  });
};

const outcomeOf = async (command: Command, newId: NewId, now: Date): Promise<Outcome> => {
  const environment: Account['environment'] = process.env.ENVIRONMENT === 'live' ? 'live' : 'sandbox';
  if (command.command === 'register') {
    const { entries, keys } = newKeyPair(environment, newId, now);
    const { name, email, currency, tenant_id = newId('tenant') } = command;
    const owner = { id: newId('account'), tenant_id, environment, name, email, currency };
    return { after: openAccount(owner, { entries, public_key: keys.public_key }, now), keys };
  }
  const before = await accountOfTenant(db, command.tenant_id);
  if (command.command === 'revoke') return { before, after: revokeKey(before, command.key_id, now) };
  if (command.command !== 'rotate')
    return { before, after: moveAccount(before, command.command, command.reason ?? null, now) };
  const { entries, keys } = newKeyPair(environment, newId, now);
  const graceEnd = new Date(now.getTime() + (command.grace_seconds * 1000) / Number(process.env.WAIT_DIVISOR));
  return { before, after: rotateKeys(before, { entries, public_key: keys.public_key }, graceEnd, now), keys };
};

/** What an operator needs next; the secret is shown here and never again. */
const shown = (account: Account, keys?: ShownKeys) => ({
  tenant_id: account.tenant_id,
  account_id: account.id,
  environment: account.environment,
  status: account.status,
  ...(keys ?? { public_key: account.public_key }),
  api_keys: account.api_keys.map(({ hash: _hash, version: _version, ...key }) => key),
});
