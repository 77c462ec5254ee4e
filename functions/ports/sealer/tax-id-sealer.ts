import { last4Of, noTaxId, type SealedTaxId } from '../../domain/customer-profile.ts';
import { kmsSealer } from './kms-sealer.ts';

/** Seals a tax id for its customer; null or nothing means that there is none. */
export const taxIdSealer = (sealer = kmsSealer()) => {
  return async (taxId: string | null | undefined, tenant: string, customerId: string): Promise<SealedTaxId> => {
    if (taxId === null || taxId === undefined) return noTaxId;
    const tax_id_sealed = await sealer.seal(taxId, { tenant, resource: customerId });
    return { tax_id_last4: last4Of(taxId), tax_id_sealed };
  };
};
