import { ApiError } from '../api-error.ts';
import type { Customer } from '../customers/model.ts';
import { customerOf } from '../customers/table.ts';
import { documentOf } from '../documents/table.ts';
import type { Database, Item, Partition } from '../dynamodb/client.ts';
import { type ItemKey, keys, partitions } from '../dynamodb/keys.ts';
import { filteredPage, type Page, type Wanted } from '../dynamodb/list.ts';
import { scheduledAtOf, scheduleFields } from '../dynamodb/scheduled-work.ts';
import { asRead, type ConditionCheck, has, isNew, type Write } from '../dynamodb/writes.ts';
import { nothingRequired, type Requirements } from '../requirement.ts';
import { openRequirements, type VerificationCase } from './decision.ts';
import type { Paper } from './documents.ts';
import { isFinal, type Verification } from './model.ts';
import type { DocumentReferences } from './requirements.ts';

/** The verification, or the refusal. */
export const readVerification = async (db: Database, tenant: string, id: string): Promise<Verification> => {
  const verification = await findVerification(db, tenant, id);
  if (!verification) throw new ApiError('verification_not_found');
  return verification;
};

/** The verification, if there is one. */
export const findVerification = async (db: Database, tenant: string, id: string): Promise<Verification | undefined> => {
  const item = await db.get(keys.verification(tenant, id));
  return item && verificationOf(item);
};

/** What a verification's requirements rest on: its customer, the documents that it names, and those that it could name. */
export type Context = { readonly customer: Customer; readonly documentReferences: DocumentReferences };

/** So many of a customer's newest documents are looked through for some that help. */
const offeredMax = 50;

type Named = Pick<Verification, 'tenant_id' | 'customer_id' | 'document_ids'>;

/**
 * The circumstances of a verification of this customer that names these documents. The customer and the documents named are
 * read consistently; what else could be named an index says, which may lag: it only chooses what to offer. A document that is
 * not the customer's is not found.
 */
export const readContext = async (db: Database, of: Named): Promise<Context> => {
  const [documentReferences, items] = await Promise.all([
    documentReferencesOf(db, of.tenant_id, of.customer_id),
    db.batch(keysOf(of)),
  ]);
  return circumstancesOf(of, items, documentReferences);
};

const keysOf = ({ tenant_id, customer_id, document_ids }: Named): ItemKey[] => [
  keys.customer(tenant_id, customer_id),
  ...document_ids.map((id) => keys.document(tenant_id, id)),
];

/** `items` are those of `keysOf`. */
const circumstancesOf = (
  { customer_id, document_ids }: Named,
  [customer, ...items]: readonly (Item | undefined)[],
  all: readonly Paper[],
): Context => {
  if (!customer) throw new ApiError('customer_not_found');
  const named = items.map((item): Paper => {
    const document = item && documentOf(item);
    if (document?.customer_id !== customer_id) throw new ApiError('document_not_found');
    return document;
  });
  return {
    customer: customerOf(customer),
    documentReferences: { named, others: all.filter(({ id }) => !document_ids.includes(id)) },
  };
};

/** What the index knows of a customer's newest documents. */
export const documentReferencesOf = async (db: Database, tenant: string, customerId: string): Promise<Paper[]> => {
  const partition = partitions.documentsOf(tenant, customerId);
  const { items } = await db.query({ table: 'resources', index: 'by_parent', partition, limit: offeredMax });
  return items.map(({ sk, type, side, status }) => ({ id: sk, type, side, status }) as Paper);
};

/** The verification with its customer and their documents, or the refusal. Two round trips. */
export const readCase = async (db: Database, tenant: string, id: string): Promise<VerificationCase> => {
  const verification = await readVerification(db, tenant, id);
  return { verification, ...(await readContext(db, verification)) };
};

/** What is still required of a verification; one that does not wait for input takes no reading. */
export const readRequirements = async (db: Database, verification: Verification): Promise<Requirements> => {
  if (verification.status !== 'requires_input') return nothingRequired;
  const { customer, documentReferences } = await readContext(db, verification);
  return openRequirements(verification, customer, documentReferences);
};

/** Each with what is still required of it. All that they need is read in one batch and in one query for each customer. */
export const withRequirements = async (
  db: Database,
  verifications: readonly Verification[],
): Promise<[Verification, Requirements][]> => {
  const waiting = verifications.filter(({ status }) => status === 'requires_input');
  const customers = new Map(waiting.map(({ customer_id, tenant_id }) => [customer_id, tenant_id]));
  const [items, ...read] = await Promise.all([
    db.batch(waiting.flatMap(keysOf)),
    ...[...customers].map(async ([id, tenant]) => [id, await documentReferencesOf(db, tenant, id)] as const),
  ]);
  const documentReferences = new Map(read);
  return verifications.map((one) => {
    if (one.status !== 'requires_input') return [one, nothingRequired];
    const own = items.splice(0, keysOf(one).length);
    const { customer, documentReferences: offered } = circumstancesOf(
      one,
      own,
      documentReferences.get(one.customer_id) ?? [],
    );
    return [one, openRequirements(one, customer, offered)];
  });
};

/** The open verification of a customer, if one is open. */
export const findOpen = async (
  db: Database,
  of: { readonly customer: Pick<Customer, 'tenant_id'>; readonly openVerificationId: string | undefined },
): Promise<Verification | undefined> =>
  of.openVerificationId === undefined ? undefined : findVerification(db, of.customer.tenant_id, of.openVerificationId);

/** The fact that a customer has no open verification. */
export const noneOpen = ({ tenant_id, id }: Pick<Customer, 'tenant_id' | 'id'>): ConditionCheck => ({
  key: keys.openVerification(tenant_id, id),
  absent: true,
});

/**
 * What puts a verification: a new one takes the customer's only place for an open one, and it is freed with a final status.
 */
export const saveVerification = (verification: Verification, read?: Verification): Write[] => {
  const { scheduled_at, ...stored } = verification;
  const { tenant_id: tenant, customer_id, id } = verification;
  const key = keys.verification(tenant, id);
  const item = {
    ...stored,
    status_key: partitions.verificationsIn(tenant, verification.status),
    parent_key: partitions.verificationsOf(tenant, customer_id),
    ...(verification.reviewing && { reviewing_key: partitions.reviewing(tenant) }),
    ...scheduleFields(key, id, scheduled_at),
  };
  const when = read ? asRead(read.version) : isNew;
  return [{ kind: 'put', key, item, when }, ...placeWrites(verification, read)];
};

const placeWrites = (verification: Verification, read: Verification | undefined): Write[] => {
  const { tenant_id: tenant, customer_id, id: verification_id } = verification;
  const key = keys.openVerification(tenant, customer_id);
  const onConflict = new ApiError('verification_already_open');
  if (!read) return [{ kind: 'put', key, item: { verification_id }, when: isNew, onConflict }];
  return isFinal(verification) ? [{ kind: 'delete', key, when: has('verification_id', verification_id) }] : [];
};

/** The verification as stored, without what only the indexes and the sweeper need. */
export const verificationOf = (item: Item): Verification => {
  const { pk, sk, parent_key, status_key, reviewing_key, scheduled_at, schedule_shard, sweeps, ...verification } = item;
  return { ...verification, scheduled_at: scheduledAtOf(item) } as Verification;
};

export type VerificationFilter = {
  readonly customer_id?: string | undefined;
  readonly status?: Verification['status'] | undefined;
  /** Those that wait for a person. */
  readonly reviewing?: 'true' | undefined;
};

/** One page of the tenant's verifications that fit a filter, newest first: an index says which, the table says what they are. */
export const pageOfVerifications = (
  db: Database,
  tenant: string,
  filter: VerificationFilter,
  wanted: Wanted,
): Promise<Page<Verification>> => {
  const { customer_id, status, reviewing } = filter;
  const listed = {
    own: { table: 'resources', partition: partitions.verifications(tenant) },
    partitions: partitionsOf(tenant, filter),
    filter: customer_id !== undefined && status !== undefined ? { status } : undefined,
    keyOf: ({ sk }: Item) => keys.verification(tenant, String(sk)),
    read: verificationOf,
    fits: (one: Verification) =>
      (status === undefined || one.status === status) && (reviewing === undefined || one.reviewing),
  } as const;
  return filteredPage(db, listed, wanted);
};

/** The index that has the fewest others beside those that fit; undefined where nothing is filtered. */
const partitionsOf = (
  tenant: string,
  { customer_id, status, reviewing }: VerificationFilter,
): Partition | undefined => {
  const table = 'resources';
  if (customer_id !== undefined)
    return { table, index: 'by_parent', partition: partitions.verificationsOf(tenant, customer_id) };
  if (reviewing) return { table, index: 'reviewing', partition: partitions.reviewing(tenant) };
  return status && { table, index: 'by_status', partition: partitions.verificationsIn(tenant, status) };
};
