import { rotateApiKeys } from '../../contract/accounts/key-routes.ts';
import { showKeyPair } from '../../contract/accounts/listed-key.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { systemClock } from '../../runtime/clock.ts';
import { lastUsesOf, readAccount } from '../../store/accounts/accounts.ts';
import { accountWithKeys, keyRotation } from '../../unit-of-work/api-keys.ts';

const { waitDivisor } = systemClock();

export const handler = httpHandler(
  rotateApiKeys,
  {
    idempotent,
    refresh: async ({ caller, db, now }) => {
      const account = await readAccount(db, caller.tenant_id, caller.account_id);
      return showKeyPair(account, await lastUsesOf(db, account.api_keys), now);
    },
  },
  async ({ caller, body, now, newId, db, commit }) => {
    const before = await readAccount(db, caller.tenant_id, caller.account_id);
    const { account, keys } = keyRotation(before, { ...body, waitDivisor, now, newId });
    const shown = showKeyPair(account.after, await lastUsesOf(db, before.api_keys), now);
    const { secret_key } = keys;
    return commit({ changes: accountWithKeys(account, now), facts: [] }, { ...shown, secret_key });
  },
);
