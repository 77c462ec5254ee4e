import {
  absent,
  eachOf,
  nested,
  optional,
  reading,
  required,
  resourceKeys,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import type { ShardEpoch } from '../../core/write-shards.ts';
import type { Account, AccountStatus, ApiKey, Restriction } from './model.ts';

const restriction = storedForm<Restriction>({
  name: required,
  scopes: required,
  // Without its addresses a key would be taken from everywhere.
  allowed_ips: required,
});

const apiKey = storedForm<ApiKey>({
  id: required,
  kind: required,
  prefix: required,
  last4: required,
  hash: required,
  created_at: required,
  version: required,
  expires_at: absent(null),
  revoked_at: absent(null),
  restriction: nested(restriction, optional),
});

/** How an account is stored. */
const accountForm = storedForm<Account>({
  ...resourceKeys,
  status: required,
  environment: required,
  name: required,
  email: required,
  currency: required,
  public_key: required,
  status_reason: absent(null),
  plan: absent('standard'),
  api_keys: eachOf(apiKey),
  write_shards: eachOf(storedForm<ShardEpoch>({ since: required, shards: required }), optional),
});

/** The account as stored. */
export const accountOf = reading('resources', 'account', accountForm);

/** The members of a business's item about its account. */
type Tenant = {
  readonly account_id: string;
  readonly account_status: AccountStatus;
  /** As words (write-shards.ts). */
  readonly write_shards?: string;
};

const tenantForm = storedForm<Tenant>({
  account_id: required,
  account_status: required,
  write_shards: optional,
});

/** The account of a business, as its item says. */
export const readStoredTenant = reading('resources', 'tenant', tenantForm, 'account_id');
