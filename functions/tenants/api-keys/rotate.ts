import { durationsFrom } from '../../core/durations.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { lastUsesOf } from '../accounts/access-table.ts';
import { readAccount } from '../accounts/table.ts';
import { accountWithKeys, keyRotation } from './changes.ts';
import { rotateApiKeys } from './routes.ts';
import { toKeyPairResource } from './schema.ts';

const durations = durationsFrom(process.env);

export const handler = httpHandler(
  rotateApiKeys,
  {
    idempotent,
    refresh: async ({ caller, db, now }) => {
      const account = await readAccount(db, caller.tenant_id, caller.account_id);
      return toKeyPairResource(account, await lastUsesOf(db, account.api_keys), now);
    },
  },
  async ({ caller, body, now, newId, db, commit }) => {
    const before = await readAccount(db, caller.tenant_id, caller.account_id);
    const { account, keys } = keyRotation(before, { ...body, durations, now, newId });
    const pair = toKeyPairResource(account.after, await lastUsesOf(db, before.api_keys), now);
    const { secret_key } = keys;
    return commit(
      { changes: accountWithKeys(account, now), conditions: [] },
      { ...pair, secret_key },
    );
  },
);
