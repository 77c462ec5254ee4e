import type { Database, Item } from '../../core/dynamodb/client.ts';
import { entity, indexed } from '../../core/dynamodb/entity.ts';
import { resourceKey } from '../../core/dynamodb/keys.ts';
import { filteredPage, type Page, type PageRequest } from '../../core/dynamodb/list.ts';
import { absent, reading, required, storedForm } from '../../core/dynamodb/stored-form.ts';
import { exists, has, isNew, type Write } from '../../core/dynamodb/writes.ts';
import type { Acceptance, Agreement } from './model.ts';

/** Which version of a document has this customer accepted? The highest. */
export const acceptanceKey = (tenant: string, customerId: string, document: string) =>
  resourceKey(`${tenant}/${customerId}/acceptance`, document);

/** Puts what an agreement makes the highest version that its customer has accepted, over the one that was read. */
export const saveAcceptance = (
  { tenant_id, customer_id, id: agreement_id, document, version }: Agreement,
  read: Acceptance | undefined,
): Write => {
  const item: Acceptance = { document, version, agreement_id };
  const when = read ? has('agreement_id', read.agreement_id) : isNew;
  return { kind: 'put', key: acceptanceKey(tenant_id, customer_id, document), item, when };
};

/** The stored members of the highest version. */
export const acceptanceOf = ({ document, version, agreement_id }: Item): Acceptance =>
  readStoredAcceptance({ document, version, agreement_id });

export const readStoredAcceptance = reading(
  'resources',
  'acceptance',
  storedForm<Acceptance>({ document: required, version: required, agreement_id: required }),
);

export const readStoredAgreement = reading(
  'resources',
  'agreement',
  storedForm<Agreement>({
    id: required,
    tenant_id: required,
    customer_id: required,
    document: required,
    version: required,
    accepted_at: required,
    created_at: required,
    ip: absent(null),
    user_agent: absent(null),
  }),
);

const agreements = entity<Agreement>({
  name: 'agreement',
  missing: 'agreement_not_found',
  read: readStoredAgreement,
  attributes: ({ customer_id }, { of }) => ({ parent_key: of(customer_id) }),
  // Its version is that of its text: erasure alone changes it.
  savedOver: () => exists,
});

export const { key: agreementKey, read: readAgreement, save: saveAgreement } = agreements;

/** One page of the agreements of a customer, newest first. */
export const pageOfAgreements = (
  db: Database,
  tenant: string,
  customerId: string,
  wanted: PageRequest,
): Promise<Page<Agreement>> => {
  const partitions = indexed('by_parent', agreements.partitionsOf(tenant).of(customerId));
  return filteredPage(db, agreements.listed(tenant, { partitions }), wanted);
};
