import { createHash } from 'node:crypto';
import { AwsError } from '../../../errors.ts';
import type { Store } from '../store/store.ts';
import type { RequestMembers } from './constraints.ts';

/** How long a transaction's token is known. */
const kept_ms = 600_000;

/** Makes what remembers tokens: it is written with the transaction that they name. */
export const prepareTokens = ({ database }: Pick<Store, 'database'>): void => {
  database.run(
    'CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, at INTEGER NOT NULL, digest TEXT NOT NULL) WITHOUT ROWID',
  );
  database.run('CREATE INDEX IF NOT EXISTS tokens_at ON tokens (at)');
};

/** Whether a transaction has been done under its token; throws where that one was another transaction. */
export const isDone = (
  { database, now }: Store,
  { ClientRequestToken: token, TransactItems }: RequestMembers,
): boolean => {
  if (typeof token !== 'string') return false;
  const known = database.get<{ digest: string }>(
    'SELECT digest FROM tokens WHERE token = ? AND at > ?',
    token,
    now() - kept_ms,
  );
  if (known && known.digest !== digestOf(TransactItems))
    throw new AwsError(
      400,
      'IdempotentParameterMismatchException',
      'This request token was already used with a different payload in the last 10 minutes.',
    );
  return known !== undefined;
};

/** Remembers a transaction's token, and forgets some that are old; inside the transaction. */
export const rememberToken = (
  { database, now }: Store,
  { ClientRequestToken: token, TransactItems }: RequestMembers,
): void => {
  if (typeof token !== 'string') return;
  database.run(
    'DELETE FROM tokens WHERE token IN (SELECT token FROM tokens WHERE at <= ? ORDER BY at LIMIT 4)',
    now() - kept_ms,
  );
  database.run(
    'INSERT INTO tokens (token, at, digest) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at, digest = excluded.digest',
    ...[token, now(), digestOf(TransactItems)],
  );
};

const digestOf = (input: unknown): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64');
