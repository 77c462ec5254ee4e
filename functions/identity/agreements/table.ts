import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import { resourceKey } from '../../core/dynamodb/keys.ts';
import { indexedPage, type Page, type Wanted } from '../../core/dynamodb/list.ts';
import { absent, reading, required, storedForm } from '../../core/dynamodb/stored-form.ts';
import { exists, has, isNew, type Write } from '../../core/dynamodb/writes.ts';
import type { Acceptance, Agreement } from './model.ts';

/** The key of an agreement. */
export const agreementKey = (tenant: string, id: string) => resourceKey(`${tenant}/agreement`, id);

/** Which version of a document has this customer accepted? The highest. */
export const acceptanceKey = (tenant: string, customerId: string, document: string) =>
  resourceKey(`${tenant}/${customerId}/acceptance`, document);

/** The agreement, or `agreement_not_found`. */
export const readAgreement = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<Agreement> => {
  const item = await db.get(agreementKey(tenant, id));
  if (!item) throw new ApiError('agreement_not_found');
  return readStoredAgreement(item);
};

/** One page of the agreements of a customer, newest first: an index names them, the table has them. */
export const pageOfAgreements = (
  db: Database,
  tenant: string,
  customerId: string,
  wanted: Wanted,
): Promise<Page<Agreement>> => {
  const partitions = {
    table: 'resources',
    index: 'by_parent',
    partition: agreementsOf(tenant, customerId),
  } as const;
  const keyOf = ({ sk }: Item) => agreementKey(tenant, String(sk));
  return indexedPage(db, { partitions, keyOf, read: readStoredAgreement }, wanted);
};

const agreementsOf = (tenant: string, customerId: string) => `${tenant}/${customerId}/agreement`;

/** Puts an agreement: a new one, or one that was read, since erasure alone changes it. */
export const saveAgreement = (agreement: Agreement, read?: Agreement): Write => {
  const { tenant_id, customer_id, id } = agreement;
  const item = { ...agreement, parent_key: agreementsOf(tenant_id, customer_id) };
  return { kind: 'put', key: agreementKey(tenant_id, id), item, when: read ? exists : isNew };
};

/** Puts what an agreement makes the highest version that its customer has accepted, over the one that was read. */
export const saveAcceptance = (
  { tenant_id, customer_id, id: agreement_id, document, version }: Agreement,
  read: Acceptance | undefined,
): Write => {
  const item: Acceptance = { document, version, agreement_id };
  const when = read ? has('agreement_id', read.agreement_id) : isNew;
  return { kind: 'put', key: acceptanceKey(tenant_id, customer_id, document), item, when };
};

/** What is stored of the highest version. */
export const acceptanceOf = ({ document, version, agreement_id }: Item): Acceptance =>
  readStoredAcceptance({ document, version, agreement_id });

export const readStoredAcceptance = reading(
  'resources',
  'acceptance',
  storedForm<Acceptance>({ document: required, version: required, agreement_id: required }),
);

/** How an agreement is stored. */
const agreementForm = storedForm<Agreement>({
  id: required,
  tenant_id: required,
  customer_id: required,
  document: required,
  version: required,
  accepted_at: required,
  created_at: required,
  ip: absent(null),
  user_agent: absent(null),
});

export const readStoredAgreement = reading('resources', 'agreement', agreementForm);
