import { hash, randomInt } from 'node:crypto';
import { GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { authorizerClientSettings } from '../../core/client-settings.ts';
import { openDynamoDb } from '../../core/dynamodb/open.ts';
import { absent, reading, required, storedForm } from '../../core/dynamodb/stored-form.ts';
import type { NewId } from '../../core/ids.ts';
import { apiKeyKey, tenantShardsKey } from '../accounts/access-table.ts';
import type { ApiKey, KeyKind, Plan, Restriction } from '../accounts/model.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 characters of 62 are more than 190 bits, 43 are 256: no slow hash is needed, since nobody can guess one. */
const randomCharactersOf = { secret: 32, public: 32, restricted: 32, onboarding: 43 } as const;
/** 62^6 is more than 2^32: the checksum fits. */
const checksumCharacters = 6;

/** `sk_sandbox_`, `pk_live_`, `rk_live_`, …: what a key is for can be read from it. */
export const keyPrefix = (kind: TokenKind, environment: string): string =>
  `${beginnings[kind]}_${environment}_`;

const beginnings = {
  secret: 'sk',
  public: 'pk',
  restricted: 'rk',
  onboarding: 'ol',
} as const satisfies Record<TokenKind, string>;

/** A key of an account, or the token of an onboarding link. */
type TokenKind = KeyKind | 'onboarding';

/** A new key: prefix, 32 or 43 random base62 characters, and 6 of the CRC-32 of all before. */
export const makeKey = (kind: TokenKind, environment: string): string => {
  const random = Array.from(
    { length: randomCharactersOf[kind] },
    () => alphabet[randomInt(alphabet.length)],
  ).join('');
  const body = `${keyPrefix(kind, environment)}${random}`;
  return `${body}${checksumOf(body)}`;
};

/** Whether a key's checksum fits: a mistyped or invented key is known without asking the table. */
export const isWellFormed = (key: string): boolean => {
  const body = key.slice(0, -checksumCharacters);
  return body !== '' && key.slice(-checksumCharacters) === checksumOf(body);
};

/** The stored hash of a key, by which the key is found: sha256, hex. */
export const hashOf = (key: string): string => hash('sha256', key, 'hex');

const checksumOf = (body: string) => {
  let rest = crc32Of(body);
  let text = '';
  for (let place = 0; place < checksumCharacters; place++) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
};

/** CRC-32 of ISO 3309, bit by bit: a key is short, and node:zlib would be loaded before every caller's first answer. */
const crc32Of = (text: string): number => {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
};

/** The members of a key that the authorizer knows. */
export type KnownKey = {
  readonly id: string;
  readonly kind: string;
  readonly tenant_id: string;
  readonly account_id: string;
  readonly account_status: string;
  readonly environment: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_on: string | null;
  /**
   * The scopes and addresses of a restricted key, each a list of words with spaces between them.
   */
  readonly scopes?: string | null;
  readonly allowed_ips?: string | null;
  /** The one customer of an onboarding link. */
  readonly customer_id?: string | null;
  readonly plan: Plan;
  /** As words (write-shards.ts); null where there is one. */
  readonly write_shards?: string | null;
};

/** How a key is stored for the authorizer. */
const knownKeyForm = storedForm<KnownKey>({
  id: required,
  kind: required,
  tenant_id: required,
  account_id: required,
  account_status: required,
  environment: required,
  expires_at: absent(null),
  revoked_at: absent(null),
  last_used_on: absent(null),
  scopes: absent(null),
  allowed_ips: absent(null),
  customer_id: absent(null),
  plan: absent('standard'),
  write_shards: absent(null),
});

export const readStoredKey = reading('access', 'key', knownKeyForm);

/** Looks keys up for the authorizer, with the bare client: every call starts with this bundle. */
export const openAccess = () => {
  const TableName = process.env.ACCESS_TABLE;
  const client = openDynamoDb(authorizerClientSettings);
  const itemOf = async (Key: ReturnType<typeof keyOf>) =>
    (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
  const read = async (Key: ReturnType<typeof keyOf>): Promise<KnownKey | undefined> => {
    const Item = await itemOf(Key);
    if (!Item) return undefined;
    return readStoredKey(
      Object.fromEntries(Object.entries(Item).map(([name, value]) => [name, value.S ?? null])),
    );
  };
  return {
    /** The key's entry, read consistently: a key works from the moment it was shown. */
    find: async (key: string): Promise<KnownKey | undefined> => {
      const found = await read(keyOf(key));
      if (found?.kind !== 'onboarding') return found;
      // The token of a link says what was so when it was made, which can be days ago.
      const spread = await itemOf({ pk: { S: tenantShardsKey(found.tenant_id).pk } });
      return { ...found, write_shards: spread?.write_shards?.S ?? null };
    },
    /** Notes the day of use (`YYYY-MM-DD`). */
    recordUse: async (key: string, day: string): Promise<void> => {
      await client.send(
        new UpdateItemCommand({
          TableName,
          Key: keyOf(key),
          UpdateExpression: 'SET last_used_on = :day',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':day': { S: day } },
        }),
      );
    },
  };
};

const keyOf = (key: string) => ({ pk: { S: apiKeyKey(hashOf(key)).pk } });

/** Both keys in full: shown once, kept nowhere. */
export type ApiKeysResource = { readonly secret_key: string; readonly public_key: string };

/** Makes a pair of keys for an environment: what to keep of them, and what to show this once. */
export const newKeyPair = (environment: string, newId: NewId, now: Date) => {
  const secret = newKey('secret', environment, newId, now);
  const publishable = newKey('public', environment, newId, now);
  const keys: ApiKeysResource = { secret_key: secret.key, public_key: publishable.key };
  return { entries: [secret.entry, publishable.entry], keys };
};

/** Makes a restricted key, which ends at a moment or never: what to keep of it, and the key in full. */
export const newRestrictedKey = (
  environment: string,
  restriction: Restriction,
  expires_at: string | null,
  newId: NewId,
  now: Date,
) => {
  const { entry, key } = newKey('restricted', environment, newId, now);
  return { entry: { ...entry, expires_at, restriction }, key };
};

const newKey = (kind: KeyKind, environment: string, newId: NewId, now: Date) => {
  const key = makeKey(kind, environment);
  const entry: ApiKey = {
    id: newId('api_key'),
    kind,
    prefix: keyPrefix(kind, environment),
    last4: key.slice(-4),
    hash: hashOf(key),
    created_at: now.toISOString(),
    expires_at: null,
    revoked_at: null,
    version: 1,
  };
  return { entry, key };
};
