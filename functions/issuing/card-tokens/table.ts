import type { Database } from '../../core/dynamodb/client.ts';
import { entity, indexed } from '../../core/dynamodb/entity.ts';
import { filteredPage, type Page, type PageRequest } from '../../core/dynamodb/list.ts';
import { notScheduled, scheduleFields } from '../../core/dynamodb/scheduled-work.ts';
import {
  absent,
  nested,
  reading,
  required,
  resourceKeys,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import { asRead, type SingleWrite } from '../../core/dynamodb/writes.ts';
import { idNamed } from '../../core/new-id.ts';
import type { Card, IssuerSync } from '../cards/model.ts';
import { issuerSyncForm } from '../cards/stored-form.ts';
import { cardKeys, cardOf, readCard } from '../cards/table.ts';
import type { CardToken, CardTokenReport } from './model.ts';
import type { CardTokenStatus } from './states.ts';

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

const tokens = entity<CardToken>({
  name: 'card_token',
  missing: 'card_token_not_found',
  read: readStoredToken,
  attributes: ({ card_id }, { of }) => ({ parent_key: of(card_id) }),
  due: ({ issuer_sync }) => issuer_sync.scheduled_at,
});

/** The id of a token follows from the issuer's name of it, so that it is recorded once. */
export const {
  key: cardTokenKey,
  find: findCardToken,
  read: readCardToken,
  save: saveCardToken,
} = tokens;

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
  return { id, recorded: recorded && readStoredToken(recorded), card: card && cardOf(card) };
};

/** One page of a card's tokens, newest first, of one status if it is given. */
export const pageOfCardTokens = (
  db: Database,
  { tenant, cardId }: { readonly tenant: string; readonly cardId: string },
  { status }: { readonly status?: CardTokenStatus | undefined },
  wanted: PageRequest,
): Promise<Page<CardToken>> => {
  const partitions = indexed('by_parent', tokens.partitionsOf(tenant).of(cardId));
  const fits = (one: CardToken) => status === undefined || one.status === status;
  return filteredPage(
    db,
    tokens.listed(tenant, { partitions, filter: status && { status }, fits }),
    wanted,
  );
};

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
