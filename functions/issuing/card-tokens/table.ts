import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import { resourceKey } from '../../core/dynamodb/keys.ts';
import { indexedPage, type Page, type Wanted } from '../../core/dynamodb/list.ts';
import { notScheduled, scheduleFields } from '../../core/dynamodb/scheduled-work.ts';
import {
  absent,
  nested,
  reading,
  required,
  resourceKeys,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import { asRead, isNew, type SingleWrite, type Write } from '../../core/dynamodb/writes.ts';
import { idNamed } from '../../core/new-id.ts';
import type { Card, IssuerSync } from '../cards/model.ts';
import { issuerSyncForm } from '../cards/stored-form.ts';
import { cardKeys, cardOf, readCard } from '../cards/table.ts';
import type { CardToken, CardTokenReport } from './model.ts';
import type { CardTokenStatus } from './states.ts';

/** The key of a token: its id follows from the issuer's name of it, so that it is recorded once. */
export const cardTokenKey = (tenant: string, id: string) => resourceKey(`${tenant}/card_token`, id);

const tokensOf = (tenant: string, cardId: string) => `${tenant}/${cardId}/card_token`;

/** The token, if there is one. */
export const findCardToken = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<CardToken | undefined> => {
  const item = await db.get(cardTokenKey(tenant, id));
  return item && cardTokenOf(item);
};

/** The token, or card_token_not_found. */
export const readCardToken = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<CardToken> => {
  const token = await findCardToken(db, tenant, id);
  if (!token) throw new ApiError('card_token_not_found');
  return token;
};

/** The id of a reported token, what is recorded of it, and its card. One round trip. */
export const readReported = async (
  db: Database,
  { tenant_id, card_id, issuer, issuer_reference, created_at }: CardTokenReport,
): Promise<{
  readonly id: string;
  readonly recorded: CardToken | undefined;
  readonly card: Card | undefined;
}> => {
  const id = idNamed('card_token', new Date(created_at), `${issuer}/${issuer_reference}`);
  const [recorded, card] = await db.batch([
    cardTokenKey(tenant_id, id),
    cardKeys.card(tenant_id, card_id),
  ]);
  return { id, recorded: recorded && cardTokenOf(recorded), card: card && cardOf(card) };
};

/** One page of a card's tokens, newest first, of one status if it is given. */
export const pageOfCardTokens = (
  db: Database,
  { tenant, cardId }: { readonly tenant: string; readonly cardId: string },
  { status }: { readonly status?: CardTokenStatus | undefined },
  wanted: Wanted,
): Promise<Page<CardToken>> =>
  indexedPage(
    db,
    {
      partitions: { table: 'resources', index: 'by_parent', partition: tokensOf(tenant, cardId) },
      filter: status && { status },
      keyOf: ({ sk }: Item) => cardTokenKey(tenant, String(sk)),
      read: cardTokenOf,
      fits: (one: CardToken) => status === undefined || one.status === status,
    },
    wanted,
  );

/** The same page, or card_not_found: the card is looked for in the same round trip. */
export const listedCardTokens = async (
  ...[db, of, ...more]: Parameters<typeof pageOfCardTokens>
) => {
  const [page] = await Promise.all([
    pageOfCardTokens(db, of, ...more),
    readCard(db, of.tenant, of.cardId),
  ]);
  return page;
};

/** What puts a token: a new one under its id, a changed one only over the version that was read. */
export const saveCardToken = (token: CardToken, read?: CardToken): Write => {
  const { tenant_id: tenant, card_id, id, issuer_sync } = token;
  const key = cardTokenKey(tenant, id);
  const item = {
    ...token,
    parent_key: tokensOf(tenant, card_id),
    ...scheduleFields(key, id, issuer_sync.scheduled_at),
  };
  return { kind: 'put', key, item, when: read ? asRead(read.version) : isNew };
};

/** Saves what the issuer knows of a token, without a new version. Stale where the token has changed since it was read. */
export const saveTokenSync = (
  { tenant_id, id, version }: CardToken,
  issuer_sync: IssuerSync,
): SingleWrite => {
  const key = cardTokenKey(tenant_id, id);
  const due = scheduleFields(key, id, issuer_sync.scheduled_at);
  return {
    kind: 'set',
    key,
    values: { issuer_sync, ...notScheduled, ...due },
    when: asRead(version),
  };
};

/** How a token is stored. */
const cardTokenForm = storedForm<CardToken>({
  ...resourceKeys,
  card_id: required,
  customer_id: required,
  status: required,
  network: required,
  issuer: required,
  issuer_reference: required,
  reported_status: required,
  reported_at: required,
  status_reason: absent(null),
  wallet: absent(null),
  device_type: absent(null),
  last4: absent(null),
  issuer_sync: nested(issuerSyncForm),
});

export const readStoredToken = reading('resources', 'card token', cardTokenForm);

const cardTokenOf = (item: Item): CardToken => {
  const { pk, sk, parent_key, scheduled_at, schedule_shard, sweeps, ...token } = item;
  return readStoredToken(token);
};
