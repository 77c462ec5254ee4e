import { ApiError } from '../../domain/api-error.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { nothingRequired, type Requirements } from '../../domain/requirement.ts';
import type { Paper } from '../../domain/verifications/documents.ts';
import { openRequirements, type VerificationCase } from '../../domain/verifications/outcome.ts';
import type { Papers } from '../../domain/verifications/requirements.ts';
import { isFinal, type Verification } from '../../domain/verifications/verification.ts';
import { asRead, type Fact, has, isNew, type Write } from '../change.ts';
import { customerOf } from '../customers/customers.ts';
import type { Database, Item } from '../database.ts';
import { documentOf } from '../documents/documents.ts';
import { dueAtOf, dueFields } from '../due-fields.ts';
import { sharedReads } from '../shared-reads.ts';
import { keys, partitions } from '../table.ts';

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
  if (!customer) throw new ApiError('customer_not_found');
  const named = items.map((item): Paper => {
    const document = item && documentOf(item);
    if (document?.customer_id !== customer_id) throw new ApiError('document_not_found');
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

/** The verification with its customer and their documents, or the refusal. Two round trips. */
export const readCase = async (db: Database, tenant: string, id: string): Promise<VerificationCase> => {
  const verification = await readVerification(db, tenant, id);
  return { verification, ...(await readCircumstances(db, verification)) };
};

/** What is still required of a verification; one that does not wait for input takes no reading. */
export const readRequirements = async (db: Database, verification: Verification): Promise<Requirements> => {
  if (verification.status !== 'requires_input') return nothingRequired;
  const { customer, papers } = await readCircumstances(db, verification);
  return openRequirements(verification, customer, papers);
};

/** Each with what is still required of it: what those that wait for input rest on is asked for at once. */
export const withRequirements = (db: Database, verifications: readonly Verification[]) => {
  const waiting = verifications.filter(({ status }) => status === 'requires_input');
  const together = sharedReads(db, () => waiting.length);
  return Promise.all(verifications.map(async (one) => [one, await readRequirements(together, one)] as const));
};

/** The open verification of a customer, if one is open. */
export const findOpen = async (
  db: Database,
  of: { readonly customer: Pick<Customer, 'tenant_id'>; readonly openVerificationId: string | undefined },
): Promise<Verification | undefined> =>
  of.openVerificationId === undefined ? undefined : findVerification(db, of.customer.tenant_id, of.openVerificationId);

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
  const key = keys.verification(tenant, id);
  const item = {
    ...stored,
    status_key: partitions.verificationsIn(tenant, verification.status),
    parent_key: partitions.verificationsOf(tenant, customer_id),
    ...(verification.reviewing && { reviewing_key: partitions.reviewing(tenant) }),
    ...dueFields(key, id, due_at),
  };
  const when = read ? asRead(read.version) : isNew;
  return [{ kind: 'put', key, item, when }, ...placeWrites(verification, read)];
};

const placeWrites = (verification: Verification, read: Verification | undefined): Write[] => {
  const { tenant_id: tenant, customer_id, id: verification_id } = verification;
  const key = keys.openVerification(tenant, customer_id);
  const unless = new ApiError('verification_already_open');
  if (!read) return [{ kind: 'put', key, item: { verification_id }, when: isNew, unless }];
  return isFinal(verification) ? [{ kind: 'delete', key, when: has('verification_id', verification_id) }] : [];
};

/** The verification as stored, without what only the indexes and the sweeper need. */
export const verificationOf = (item: Item): Verification => {
  const { pk, sk, parent_key, status_key, reviewing_key, due_at, due_shard, sweeps, ...verification } = item;
  return { ...verification, due_at: dueAtOf(item) } as Verification;
};
