import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import { entity, indexed } from '../../core/dynamodb/entity.ts';
import type { ItemKey } from '../../core/dynamodb/keys.ts';
import {
  type FilterBy,
  filteredPage,
  type Page,
  type PageRequest,
} from '../../core/dynamodb/list.ts';
import { readEach } from '../../core/dynamodb/stored-form.ts';
import {
  asSaved,
  type ConditionCheck,
  has,
  isNew,
  type Write,
} from '../../core/dynamodb/writes.ts';
import type { Customer } from '../customers/model.ts';
import { customerKeys, customerOf } from '../customers/table.ts';
import type { Document } from '../documents/model.ts';
import { documentKey, documentOf, documentsOfCustomer } from '../documents/table.ts';
import type { VerificationCase } from './decision.ts';
import type { DocumentReference } from './documents.ts';
import type { Verification } from './model.ts';
import type { DocumentReferences } from './requirements.ts';
import { isFinal } from './states.ts';
import { documentReferenceOf, verificationOf } from './stored-form.ts';

const verifications = entity<Verification>({
  name: 'verification',
  missing: 'verification_not_found',
  read: verificationOf,
  attributes: ({ tenant_id, customer_id, status, revision, reviewing }, own) => ({
    revision: revision + 1,
    status_key: own.in(status),
    parent_key: own.of(customer_id),
    ...(reviewing && { reviewing_key: verificationsInReview(tenant_id) }),
  }),
  due: ({ scheduled_at }) => scheduled_at,
  savedOver: asSaved,
});

export const {
  key: verificationKey,
  find: findVerification,
  read: readVerification,
} = verifications;

/** The partition of the verifications in a status. */
export const verificationsInStatus = (tenant: string, status: string) =>
  verifications.partitionsOf(tenant).in(status);

/** The partition of the verifications that wait for a reviewer. */
export const verificationsInReview = (tenant: string) => `${tenant}/reviewing`;

/**
 * The resources on which a verification's requirements rest: its customer, the documents that it
 * names, and those that it could name.
 */
export type Context = {
  readonly customer: Customer;
  readonly documentReferences: DocumentReferences;
  /** Those that it names. */
  readonly documents: readonly Document[];
};

/** So many of a customer's newest documents are looked through for some that help. */
const offeredMax = 100;

type Named = Pick<Verification, 'tenant_id' | 'customer_id' | 'document_ids'>;

/**
 * The context of a verification of this customer that names these documents. The customer and the documents named are read
 * consistently; what else could be named comes from an index, which may lag: it only chooses what to offer. A document of
 * another customer is `document_not_found`.
 */
export const readContext = async (db: Database, of: Named): Promise<Context> => {
  const [documentReferences, items] = await Promise.all([
    documentReferencesOf(db, of.tenant_id, of.customer_id),
    db.batch(caseKeysOf(of)),
  ]);
  return caseContextOf(of, items, documentReferences);
};

/** The keys of a verification's customer and of the documents that it names. */
export const caseKeysOf = ({ tenant_id, customer_id, document_ids }: Named): ItemKey[] => [
  customerKeys.customer(tenant_id, customer_id),
  ...document_ids.map((id) => documentKey(tenant_id, id)),
];

/** The same of items that were read already, those of `caseKeysOf`, and of what the index knows. */
export const caseContextOf = (
  { customer_id, document_ids }: Named,
  [customer, ...items]: readonly (Item | undefined)[],
  all: readonly DocumentReference[],
): Context => {
  if (!customer) throw new ApiError('customer_not_found');
  const named = items.map((item): Document => {
    const document = item && documentOf(item);
    if (document?.customer_id !== customer_id) throw new ApiError('document_not_found');
    return document;
  });
  return {
    customer: customerOf(customer),
    documentReferences: { named, others: all.filter(({ id }) => !document_ids.includes(id)) },
    documents: named,
  };
};

/** The members of a customer's newest documents that the index has. */
export const documentReferencesOf = async (
  db: Database,
  tenant: string,
  customerId: string,
): Promise<DocumentReference[]> => {
  const partition = documentsOfCustomer(tenant, customerId);
  const { items } = await db.query({
    table: 'resources',
    index: 'by_parent',
    partition,
    limit: offeredMax,
  });
  // An unreadable document proves nothing.
  return readEach(items, ({ sk: id, ...entry }) => documentReferenceOf({ ...entry, id })).readable;
};

/** The verification with its customer and their documents. Two round trips. */
export const readCase = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<VerificationCase> => {
  const verification = await readVerification(db, tenant, id);
  return { verification, ...(await readContext(db, verification)) };
};

/** The open verification of a customer, if one is open. */
export const findOpen = async (
  db: Database,
  of: {
    readonly customer: Pick<Customer, 'tenant_id'>;
    readonly openVerificationId: string | undefined;
  },
): Promise<Verification | undefined> =>
  of.openVerificationId === undefined
    ? undefined
    : findVerification(db, of.customer.tenant_id, of.openVerificationId);

/** The condition that a customer has no open verification. */
export const noneOpen = ({
  tenant_id,
  id,
}: Pick<Customer, 'tenant_id' | 'id'>): ConditionCheck => ({
  key: customerKeys.openVerification(tenant_id, id),
  absent: true,
});

/**
 * The writes that put a verification: a new one takes the customer's only place for an open one,
 * and it is freed with a final status.
 */
export const saveVerification = (verification: Verification, read?: Verification): Write[] => {
  const { tenant_id, customer_id, id: verification_id } = verification;
  const put = verifications.save(verification, read);
  const open = customerKeys.openVerification(tenant_id, customer_id);
  if (read) {
    const freed: Write = {
      kind: 'delete',
      key: open,
      when: has('verification_id', verification_id),
    };
    return isFinal(verification) && !isFinal(read) ? [put, freed] : [put];
  }
  // Verified from the start, it is never open.
  if (isFinal(verification)) return [put];
  const onConflict = new ApiError('verification_already_open');
  return [put, { kind: 'put', key: open, item: { verification_id }, when: isNew, onConflict }];
};

export type VerificationFilter = FilterBy<Verification, 'customer_id' | 'status'> & {
  /** Those that wait for a person. */
  readonly reviewing?: 'true' | undefined;
};

/** One page of the tenant's verifications that fit a filter, newest first. */
export const pageOfVerifications = (
  db: Database,
  tenant: string,
  filter: VerificationFilter,
  wanted: PageRequest,
): Promise<Page<Verification>> => {
  const { customer_id, status, reviewing } = filter;
  const listed = {
    partitions: partitionOf(tenant, filter),
    filter: customer_id !== undefined && status !== undefined ? { status } : undefined,
    fits: (one: Verification) =>
      (status === undefined || one.status === status) && (reviewing === undefined || one.reviewing),
  };
  return filteredPage(db, verifications.listed(tenant, listed), wanted);
};

/** The index that has the fewest others beside those that fit; undefined where nothing is filtered. */
const partitionOf = (tenant: string, { customer_id, status, reviewing }: VerificationFilter) => {
  const own = verifications.partitionsOf(tenant);
  if (customer_id !== undefined) return indexed('by_parent', own.of(customer_id));
  if (reviewing) return indexed('reviewing', verificationsInReview(tenant));
  return status && indexed('by_status', own.in(status));
};
