import type { Customer } from '../domain/customer.ts';
import { Failure } from '../domain/failure.ts';
import { isFinal, type Verification } from '../domain/verification.ts';
import type { Paper } from '../domain/verification-documents.ts';
import type { Papers } from '../domain/verification-requirements.ts';
import { asRead, type Fact, has, isNew, type Write } from './change.ts';
import { customerOf } from './customer-store.ts';
import type { Database, Item } from './database.ts';
import { documentOf } from './document-store.ts';
import { dueFields } from './due-fields.ts';
import { listPage, type Page, type Wanted } from './list.ts';
import { keys, partitions } from './table.ts';

/** The verification, or the refusal. */
export const readVerification = async (db: Database, tenant: string, id: string): Promise<Verification> => {
  const verification = await findVerification(db, tenant, id);
  if (!verification) throw new Failure('verification_not_found');
  return verification;
};

/** The verification, if there is one. */
export const findVerification = async (db: Database, tenant: string, id: string): Promise<Verification | undefined> => {
  const item = await db.get(keys.verification(tenant, id));
  return item && verificationOf(item);
};

/** What a verification's requirements rest on: its customer, the documents that it names, and those that it could name. */
export type Circumstances = { readonly customer: Customer; readonly papers: Papers };

/** So many of a customer's newest documents are looked through for some that help. */
const offeredMax = 50;

/**
 * The circumstances of a verification of this customer that names these documents. The customer and the documents named are
 * read consistently; what else could be named an index says, which may lag: it only chooses what to offer. A document that is
 * not the customer's is not found.
 */
export const readCircumstances = async (
  db: Database,
  of: Pick<Verification, 'tenant_id' | 'customer_id' | 'document_ids'>,
): Promise<Circumstances> => {
  const { tenant_id: tenant, customer_id, document_ids } = of;
  const wanted = document_ids.map((id) => keys.document(tenant, id));
  const [[customer, ...items], all] = await Promise.all([
    db.batch([keys.customer(tenant, customer_id), ...wanted]),
    papersOf(db, tenant, customer_id),
  ]);
  if (!customer) throw new Failure('customer_not_found');
  const named = items.map((item): Paper => {
    const document = item && documentOf(item);
    if (document?.customer_id !== customer_id) throw new Failure('document_not_found');
    return document;
  });
  return {
    customer: customerOf(customer),
    papers: { named, others: all.filter(({ id }) => !document_ids.includes(id)) },
  };
};

/** What the index knows of a customer's newest documents. */
export const papersOf = async (db: Database, tenant: string, customerId: string): Promise<Paper[]> => {
  const partition = partitions.documentsOf(tenant, customerId);
  const { items } = await db.query({ table: 'resources', index: 'by_parent', partition, limit: offeredMax });
  return items.map(({ sk, type, side, status }) => ({ id: sk, type, side, status }) as Paper);
};

/** One page of a customer's verifications, newest first, as documents are listed. */
export const pageOfVerifications = async (
  db: Database,
  tenant: string,
  customerId: string,
  wanted: Wanted,
): Promise<Page<Verification>> => {
  const place = { index: 'by_parent', partition: partitions.verificationsOf(tenant, customerId) };
  return pageAt(db, tenant, place, wanted);
};

/** One page of the tenant's verifications that wait for a reviewer, newest first. */
export const pageOfReviewing = async (db: Database, tenant: string, wanted: Wanted): Promise<Page<Verification>> => {
  const { items, next } = await pageAt(
    db,
    tenant,
    { index: 'reviewing', partition: partitions.reviewing(tenant) },
    wanted,
  );
  return { items: items.filter(({ reviewing }) => reviewing), next };
};

const pageAt = async (
  db: Database,
  tenant: string,
  place: { readonly index: string; readonly partition: string },
  wanted: Wanted,
): Promise<Page<Verification>> => {
  const { items, next } = await listPage(db, { table: 'resources', ...place }, wanted);
  const bodies = items.length > 0 ? await db.batch(items.map(({ sk }) => keys.verification(tenant, String(sk)))) : [];
  return { items: bodies.filter((item) => item !== undefined).map(verificationOf), next };
};

/** The customer's open verification, if one is open. Two round trips. */
export const findOpenVerification = async (
  db: Database,
  { tenant_id: tenant, id }: Pick<Customer, 'tenant_id' | 'id'>,
): Promise<Verification | undefined> => {
  const marker = await db.get(keys.openVerification(tenant, id));
  return marker && (await findVerification(db, tenant, String(marker.verification_id)));
};

/** The fact that a customer has no open verification. */
export const noneOpen = ({ tenant_id, id }: Pick<Customer, 'tenant_id' | 'id'>): Fact => ({
  key: keys.openVerification(tenant_id, id),
  absent: true,
});

/**
 * What puts a verification: a new one takes the customer's only place for an open one, and it is freed with a final status.
 */
export const saveVerification = (verification: Verification, read?: Verification): Write[] => {
  const { due_at, ...stored } = verification;
  const { tenant_id: tenant, customer_id, id } = verification;
  const item = {
    ...stored,
    parent_key: partitions.verificationsOf(tenant, customer_id),
    ...(verification.reviewing && { reviewing_key: partitions.reviewing(tenant) }),
    ...dueFields(id, due_at),
  };
  const when = read ? asRead(read.version) : isNew;
  return [{ kind: 'put', key: keys.verification(tenant, id), item, when }, ...placeWrites(verification, read)];
};

const placeWrites = (verification: Verification, read: Verification | undefined): Write[] => {
  const { tenant_id: tenant, customer_id, id: verification_id } = verification;
  const key = keys.openVerification(tenant, customer_id);
  const unless = new Failure('verification_already_open');
  if (!read) return [{ kind: 'put', key, item: { verification_id }, when: isNew, unless }];
  return isFinal(verification) ? [{ kind: 'delete', key, when: has('verification_id', verification_id) }] : [];
};

/** The verification as stored, without what only the indexes and the sweeper need. */
export const verificationOf = (item: Item): Verification => {
  const { pk, sk, parent_key, reviewing_key, due_shard, sweeps, ...verification } = item;
  return { due_at: null, ...verification } as Verification;
};
