import { last4Of, noTaxId, type SealedTaxId } from '../../domain/customers/profile.ts';
import type { Fingerprinter } from './fingerprinter.ts';
import { kmsFingerprinter } from './kms-fingerprinter.ts';
import { kmsSealer } from './kms-sealer.ts';
import type { SealContext, Sealer } from './sealer.ts';

/**
 * Seals a tax id for its customer, with the key of tax ids (`TAX_ID_KEY_ID`); null or nothing means that there is none. One equal to what is stored is that again:
 * sealed anew it would look changed, since no two sealed values are equal.
 */
export const taxIdSealer = (
  sealer: Pick<Sealer, 'seal'> = kmsSealer(process.env.TAX_ID_KEY_ID),
  fingerprinter: Fingerprinter = kmsFingerprinter(),
) => {
  return async (
    taxId: string | null | undefined,
    customer: SealContext,
    stored: SealedTaxId = noTaxId,
  ): Promise<SealedTaxId> => {
    if (taxId === null || taxId === undefined) return noTaxId;
    const fingerprint = fingerprinter.of(taxId, customer);
    // With nothing to compare with, sealing need not wait.
    if (stored.tax_id_fingerprint !== null && stored.tax_id_fingerprint === (await fingerprint)) return stored;
    const [tax_id_fingerprint, tax_id_sealed] = await Promise.all([fingerprint, sealer.seal(taxId, customer)]);
    return { tax_id_last4: last4Of(taxId), tax_id_sealed, tax_id_fingerprint };
  };
};
