import { ApiError } from '../../core/api-error.ts';
import type { Database, Item, Partition } from '../../core/dynamodb/client.ts';
import { type ItemKey, resourceKey } from '../../core/dynamodb/keys.ts';
import { filteredPage, type Page, type Wanted } from '../../core/dynamodb/list.ts';
import { scheduleFields } from '../../core/dynamodb/scheduled-work.ts';
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
import { verificationOf } from './stored-form.ts';

/** The key of a verification. */
export const verificationKey = (tenant: string, id: string) =>
  resourceKey(verificationsOfTenant(tenant), id);

/** Which verification of this customer is open? One at most. */
export const openVerificationKey = (tenant: string, customerId: string) =>
  resourceKey(`${tenant}/open-verification`, customerId);

const verificationsOfTenant = (tenant: string) => `${tenant}/verification`;
const verificationsOfCustomer = (tenant: string, customerId: string) =>
  `${tenant}/${customerId}/verification`;

/** The partition of the verifications in a status. */
export const verificationsInStatus = (tenant: string, status: string) =>
  `${tenant}/verification/${status}`;

/** The partition of the verifications that wait for a reviewer. */
export const verificationsInReview = (tenant: string) => `${tenant}/reviewing`;

/** The verification, or `verification_not_found`. */
export const readVerification = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<Verification> => {
  const verification = await findVerification(db, tenant, id);
  if (!verification) throw new ApiError('verification_not_found');
  return verification;
};

/** The verification, if there is one. */
export const findVerification = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<Verification | undefined> => {
  const item = await db.get(verificationKey(tenant, id));
  return item && verificationOf(item);
};

/** What a verification's requirements rest on: its customer, the documents that it names, and those that it could name. */
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

/** What the index knows of a customer's newest documents. */
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
  return items.map(
    ({ sk, type, side, status, person_id = null }) =>
      ({ id: sk, type, side, status, person_id }) as DocumentReference,
  );
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
  key: openVerificationKey(tenant_id, id),
  absent: true,
});

/**
 * What puts a verification: a new one takes the customer's only place for an open one, and it is freed with a final status.
 */
export const saveVerification = (verification: Verification, read?: Verification): Write[] => {
  const { tenant_id: tenant, customer_id, id: verification_id, status } = verification;
  const key = verificationKey(tenant, verification_id);
  const { scheduled_at, ...saved } = verification;
  const revision = verification.revision + 1;
  const item = {
    ...saved,
    revision,
    status_key: verificationsInStatus(tenant, status),
    parent_key: verificationsOfCustomer(tenant, customer_id),
    ...(verification.reviewing && { reviewing_key: verificationsInReview(tenant) }),
    ...scheduleFields(key, verification_id, scheduled_at),
  };
  const open = openVerificationKey(tenant, customer_id);
  if (read) {
    const put: Write = { kind: 'put', key, item, when: asSaved(read) };
    const freed: Write = {
      kind: 'delete',
      key: open,
      when: has('verification_id', verification_id),
    };
    return isFinal(verification) && !isFinal(read) ? [put, freed] : [put];
  }
  // Verified from the start, it is never open.
  if (isFinal(verification)) return [{ kind: 'put', key, item, when: isNew }];
  const onConflict = new ApiError('verification_already_open');
  return [
    { kind: 'put', key, item, when: isNew },
    { kind: 'put', key: open, item: { verification_id }, when: isNew, onConflict },
  ];
};

export type VerificationFilter = {
  readonly customer_id?: string | undefined;
  readonly status?: Verification['status'] | undefined;
  /** Those that wait for a person. */
  readonly reviewing?: 'true' | undefined;
};

/** One page of the tenant's verifications that fit a filter, newest first. The index names them, the table contains them. */
export const pageOfVerifications = (
  db: Database,
  tenant: string,
  filter: VerificationFilter,
  wanted: Wanted,
): Promise<Page<Verification>> => {
  const { customer_id, status, reviewing } = filter;
  const listed = {
    own: { table: 'resources', partition: verificationsOfTenant(tenant) },
    partitions: partitionsOf(tenant, filter),
    filter: customer_id !== undefined && status !== undefined ? { status } : undefined,
    keyOf: ({ sk }: Item) => verificationKey(tenant, String(sk)),
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
    return { table, index: 'by_parent', partition: verificationsOfCustomer(tenant, customer_id) };
  if (reviewing) return { table, index: 'reviewing', partition: verificationsInReview(tenant) };
  return status && { table, index: 'by_status', partition: verificationsInStatus(tenant, status) };
};
