import type { Cipher, Fingerprinter, SealContext } from '../../core/aws/kms.ts';
import { kmsCipher, kmsFingerprinter } from '../../core/aws/kms.ts';
import { type EncryptedTaxId, last4Of, noTaxId } from './profile.ts';

/**
 * Seals a tax id for its customer, with the key of tax ids (`TAX_ID_KEY_ID`); null or nothing means that there is none. One equal to what is stored is that again:
 * encrypted again it would look changed, since no two encrypted values are equal.
 */
export const taxIdCipher = (
  cipher: Pick<Cipher, 'seal'> = kmsCipher(process.env.TAX_ID_KEY_ID),
  fingerprinter: Fingerprinter = kmsFingerprinter(),
) => {
  return async (
    taxId: string | null | undefined,
    customer: SealContext,
    stored: EncryptedTaxId = noTaxId,
  ): Promise<EncryptedTaxId> => {
    if (taxId === null || taxId === undefined) return noTaxId;
    const fingerprint = fingerprinter.of(taxId, customer);
    // With nothing to compare with, sealing need not wait.
    if (stored.tax_id_fingerprint !== null && stored.tax_id_fingerprint === (await fingerprint))
      return stored;
    const [tax_id_fingerprint, tax_id_encrypted] = await Promise.all([
      fingerprint,
      cipher.seal(taxId, customer),
    ]);
    return { tax_id_last4: last4Of(taxId), tax_id_encrypted, tax_id_fingerprint };
  };
};
