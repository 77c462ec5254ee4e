import type { Database, Item } from '../../core/dynamodb/client.ts';
import { entity, indexed } from '../../core/dynamodb/entity.ts';
import { type ItemKey, itemExpiresAt, tenantKey } from '../../core/dynamodb/keys.ts';
import {
  type FilterBy,
  filteredPage,
  listPage,
  type Page,
  type PageRequest,
  readablePage,
} from '../../core/dynamodb/list.ts';
import { textOf } from '../../core/dynamodb/writes.ts';
import { idNamed } from '../../core/new-id.ts';
import { readStoredTenant } from '../../tenants/accounts/stored-form.ts';
import type { Card } from '../cards/model.ts';
import { cardKeys, cardOf, readCard } from '../cards/table.ts';
import type { Authorization, AuthorizationSubject } from './model.ts';
import { authorizationOf } from './stored-form.ts';

const authorizations = entity<Authorization>({
  name: 'authorization',
  missing: 'authorization_not_found',
  read: authorizationOf,
  attributes: ({ card_id, approved, created_at, metadata }, { of }) => ({
    metadata: textOf(metadata),
    parent_key: of(card_id),
    expires_at_s: approved ? undefined : itemExpiresAt('declinedAuthorizationsDays', created_at),
  }),
});

/** The id of an authorization follows from the issuer's name of it, so that it is recorded once. */
export const {
  key: authorizationKey,
  read: readAuthorization,
  save: saveAuthorization,
} = authorizations;

/** The partition of a card's authorizations. */
export const authorizationsOf = (tenant: string, cardId: string) =>
  authorizations.partitionsOf(tenant).of(cardId);

/** The stored data on the subject of an issuer's request or notice. */
export type KnownSubject = {
  /** The one id that it has here, by its issuer's name and moment. */
  readonly id: string;
  readonly recorded: Authorization | undefined;
  readonly card: Card | undefined;
  /** The tenant's one account. */
  readonly account_id: string | undefined;
  /** The items of the other keys that were asked for. */
  readonly more: readonly (Item | undefined)[];
};

/** The id that an authorization has here. */
export const authorizationIdOf = ({
  issuer,
  issuer_reference,
  created_at,
}: AuthorizationSubject): string =>
  idNamed('authorization', new Date(created_at), `${issuer}/${issuer_reference}`);

/** The stored data on it, and the items of further keys, in their order. One round trip. */
export const readSubject = async (
  db: Database,
  subject: AuthorizationSubject,
  wanted: readonly ItemKey[] = [],
): Promise<KnownSubject> => {
  const { tenant_id, card_id } = subject;
  const id = authorizationIdOf(subject);
  const [recorded, card, owner, ...more] = await db.batch([
    authorizationKey(tenant_id, id),
    cardKeys.card(tenant_id, card_id),
    tenantKey(tenant_id),
    ...wanted,
  ]);
  return {
    id,
    recorded: recorded && authorizationOf(recorded),
    card: card && cardOf(card),
    account_id: owner && readStoredTenant(owner).account_id,
    more,
  };
};

export type AuthorizationFilter = FilterBy<Authorization, 'status' | 'approved'>;

/**
 * One page of a card's authorizations that fit a filter, newest first: an index says which, the table says what they are.
 * The card is looked for in the same round trip; without it nothing is listed.
 */
export const pageOfAuthorizations = async (
  db: Database,
  { tenant, cardId }: { readonly tenant: string; readonly cardId: string },
  { status, approved }: AuthorizationFilter,
  wanted: PageRequest,
): Promise<Page<Authorization>> => {
  const listed = {
    partitions: indexed('by_parent', authorizationsOf(tenant, cardId)),
    filter: status && { status },
    fits: (one: Authorization) =>
      (status === undefined || one.status === status) &&
      (approved === undefined || one.approved === approved),
  };
  const [page] = await Promise.all([
    filteredPage(db, authorizations.listed(tenant, listed), wanted),
    readCard(db, tenant, cardId),
  ]);
  return page;
};

/** One page of the authorizations of all cards that fit a filter, newest first. No index: each is in this one partition. */
export const pageOfAllAuthorizations = async (
  db: Database,
  tenant: string,
  filter: AuthorizationFilter & FilterBy<Authorization, 'customer_id' | 'decline_reason'>,
  wanted: PageRequest,
): Promise<Page<Authorization>> => {
  const { status, approved, customer_id, decline_reason } = filter;
  const where = Object.entries({ status, approved, customer_id, decline_reason }).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name, value] as const]),
  );
  const own = { table: 'resources', partition: authorizations.all(tenant) } as const;
  const page = await listPage(
    db,
    own,
    wanted,
    where.length > 0 ? Object.fromEntries(where) : undefined,
  );
  return readablePage(page, authorizationOf, wanted);
};
