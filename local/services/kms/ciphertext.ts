import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AwsError } from '../../aws-error.ts';

/** What a caller binds to a ciphertext: it opens only with exactly the same pairs. */
export type EncryptionContext = Readonly<Record<string, string>>;

/** Version 1, then the key's id (a UUID as 16 bytes), 12 bytes of nonce, 16 of tag, and the sealed bytes. */
export const seal = (keyId: string, secret: Buffer, context: EncryptionContext, plaintext: Buffer): Buffer => {
  const header = Buffer.concat([Buffer.from([1]), Buffer.from(keyId.replaceAll('-', ''), 'hex')]);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(boundTo(header, context));
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([header, nonce, cipher.getAuthTag(), sealed]);
};

/** The id of the key that sealed these bytes; throws InvalidCiphertextException for bytes that `seal` did not make. */
export const sealedBy = (ciphertext: Buffer): string => {
  if (ciphertext.length < sealed_from || ciphertext[0] !== 1) throw invalidCiphertext();
  const id = ciphertext.subarray(1, nonce_from).toString('hex');
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** The plaintext; throws InvalidCiphertextException when context, key or bytes are not those of the sealing. */
export const open = (secret: Buffer, context: EncryptionContext, ciphertext: Buffer): Buffer => {
  const header = ciphertext.subarray(0, nonce_from);
  const decipher = createDecipheriv('aes-256-gcm', secret, ciphertext.subarray(nonce_from, tag_from))
    .setAAD(boundTo(header, context))
    .setAuthTag(ciphertext.subarray(tag_from, sealed_from));
  try {
    return Buffer.concat([decipher.update(ciphertext.subarray(sealed_from)), decipher.final()]);
  } catch {
    throw invalidCiphertext();
  }
};

const nonce_from = 17;
const tag_from = nonce_from + 12;
const sealed_from = tag_from + 16;

const invalidCiphertext = (): AwsError => new AwsError(400, 'InvalidCiphertextException', '');

/** Pairs have no order in a context. */
const boundTo = (header: Buffer, context: EncryptionContext): Buffer =>
  Buffer.concat([header, Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))))]);
