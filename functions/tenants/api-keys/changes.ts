import type { Durations } from '../../core/durations.ts';
import type { Write } from '../../core/dynamodb/writes.ts';
import type { NewId } from '../../core/ids.ts';
import { type Changed, changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import type { Transition } from '../../core/transition.ts';
import {
  type Account,
  type AccountTransition,
  type ApiKey,
  addRestrictedKey,
  type Restriction,
  rotateKeys,
  toAccountResource,
} from '../accounts/model.ts';
import { AccountResource } from '../accounts/schema.ts';
import { saveAccount, saveNewAccount } from '../accounts/table.ts';
import { ApiKeyResource, toApiKeyResource } from './schema.ts';
import { type ApiKeysResource, newKeyPair, newRestrictedKey } from './table.ts';

/** The events of API keys. */
type ApiKeyEventType = 'api_key.created' | 'api_key.rotated' | 'api_key.revoked';

type OwnedKey = ApiKey & { readonly tenant_id: string };

/** An account is saved with its keys. */
const accounts: Registration<Account, typeof AccountResource> = {
  object: 'account',
  schema: AccountResource,
  toResource: toAccountResource,
  save: () => [],
};

/** Keys are saved with their account. */
const registration: Registration<OwnedKey, typeof ApiKeyResource> = {
  object: 'api_key',
  schema: ApiKeyResource,
  toResource: ({ tenant_id: _tenant, ...key }) => toApiKeyResource(key),
  save: () => [],
};

/** When keys end, and what they are made of. */
type Rotating = {
  readonly grace_seconds: number;
  readonly durations: Durations;
  readonly now: Date;
  readonly newId: NewId;
};

/** An account with a new pair of keys, and the pair in full, which is shown this once. */
export const keyRotation = (
  before: Account,
  { grace_seconds, durations, now, newId }: Rotating,
): { readonly account: AccountTransition; readonly keys: ApiKeysResource } => {
  const { entries, keys } = newKeyPair(before.environment, newId, now);
  const graceEnd = new Date(now.getTime() + grace_seconds * durations.named_second_ms);
  return {
    account: rotateKeys(before, { entries, public_key: keys.public_key }, graceEnd, now),
    keys,
  };
};

/** The restriction that a key is to have. */
type Restricting = {
  readonly restriction: Restriction;
  readonly expires_at: string | null;
  readonly now: Date;
  readonly newId: NewId;
};

/** An account with one restricted key more, its id, and the key in full, which is shown this once. */
export const restrictedKey = (
  before: Account,
  { restriction, expires_at, now, newId }: Restricting,
): { readonly account: AccountTransition; readonly id: string; readonly secret_key: string } => {
  const { entry, key } = newRestrictedKey(before.environment, restriction, expires_at, newId, now);
  return { account: addRestrictedKey(before, entry, now), id: entry.id, secret_key: key };
};

/** The changes that write a new or changed account, with the events of it and its keys. */
export const accountWithKeys = (account: Transition<Account>, now: Date): (Changed | Write)[] => {
  const { before, after } = account;
  const written = before ? saveAccount(after, before, now) : saveNewAccount(after);
  return [...written, ...(account.event ? [changed(accounts, account)] : []), ...apiKeys(account)];
};

/** The change of each key of an account that is new, ends or was revoked. */
export const apiKeys = ({ before, after }: Transition<Account>): Changed[] =>
  after.api_keys.flatMap((key) => {
    const event = eventTypeOf(key, before);
    return event
      ? [changed(registration, { after: { ...key, tenant_id: after.tenant_id }, event })]
      : [];
  });

const eventTypeOf = (key: ApiKey, before: Account | undefined): ApiKeyEventType | undefined => {
  const known = before?.api_keys.find(({ id }) => id === key.id);
  if (!known) return 'api_key.created';
  if (known.revoked_at !== key.revoked_at) return 'api_key.revoked';
  return known.expires_at === key.expires_at ? undefined : 'api_key.rotated';
};
