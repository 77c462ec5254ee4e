import * as z from 'zod/mini';
import { showCustomer } from '../../functions/contract/customers/customer.ts';
import { CustomerCreate } from '../../functions/contract/customers/input.ts';
import { type Customer, moveCustomer, newCustomer } from '../../functions/domain/customers/customer.ts';
import { last4Of, noTaxId, profileOf, type SealedTaxId } from '../../functions/domain/customers/profile.ts';
import {
  announceDocument,
  type Document,
  type DocumentType,
  documentNotAllowed,
  moveDocument,
} from '../../functions/domain/documents/document.ts';
import { saveCustomer } from '../../functions/store/customers/customers.ts';
import { saveDocument } from '../../functions/store/documents/documents.ts';
import { idsAt } from '../../functions/store/new-id.ts';
import type { Tenant } from './given.ts';

type By = Pick<Tenant, 'tenant_id' | 'put'>;

/**
 * A customer that nobody was asked to create, as GET shows it: in the table at once, and nothing is told of it. What creating
 * one does is what the tests of customers walk through.
 */
export const aStoredCustomer = async (
  tenant: By,
  body: object,
  { status = 'active', ...over }: Partial<Pick<Customer, 'status' | 'verification'>> = {},
): Promise<ReturnType<typeof showCustomer>> => {
  const now = new Date();
  const said = z.parse(CustomerCreate, body);
  const { after } = newCustomer(profileOf(said, sealed(said.tax_id)), idsAt(now)('customer'), tenant.tenant_id, now);
  const customer = { ...moved(after, status, now), ...over };
  await tenant.put(saveCustomer(customer));
  return showCustomer(customer);
};

const actions = { suspended: 'suspend', closed: 'close' } as const;

const moved = (customer: Customer, status: Customer['status'], now: Date): Customer =>
  status === 'active' ? customer : moveCustomer(customer, actions[status], null, now).after;

/** As long as what the keys of this machine seal, for nobody to open. */
const sealed = (taxId: string | null | undefined): SealedTaxId =>
  taxId ? { tax_id_last4: last4Of(taxId), tax_id_sealed: 's'.repeat(76), tax_id_fingerprint: 'f'.repeat(44) } : noTaxId;

/** Documents of a customer that are accepted, one of each of these types: in the table at once, and nothing is told of them. */
export const storedDocuments = async (
  tenant: By,
  customer_id: string,
  types: readonly DocumentType[],
): Promise<Document[]> => {
  const now = new Date();
  const newId = idsAt(now);
  const of = { customer_id, tenant_id: tenant.tenant_id, now, waitDivisor: 1 };
  const documents = types.map((type) => {
    const said = { type, content_type: 'image/jpeg', size_bytes: 482_311 } as const;
    const { after: announced } = announceDocument(said, { ...of, id: newId('document') });
    const move = moveDocument(announced, 'accept', now);
    if (!move) throw documentNotAllowed(announced);
    return move.after;
  });
  await tenant.put(documents.map((document) => saveDocument(document)));
  return documents;
};
