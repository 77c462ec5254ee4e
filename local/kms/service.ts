import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { account } from '../assembly.ts';
import type { AwsCall, AwsService, Resource } from '../aws-service.ts';
import { AwsError, unknownOperation, validationError } from '../errors.ts';
import { readWhole, writeWhole } from '../files.ts';
import { inputOf, jsonAnswer, targetOperation } from '../json-protocol.ts';
import { type Key, type Keys, keysOf } from './keys.ts';

/**
 * KMS over the keys and aliases of the templates. `folder` keeps the key material; absent: memory. `secretOf` makes 32 bytes
 * of it for a key that is new; absent: random ones.
 */
export const kmsService = (options: {
  resources: readonly Resource[];
  folder?: string | undefined;
  secretOf?: (keyId: string) => Buffer;
}): AwsService => {
  const keys = keysOf(options.resources);
  const secrets = secretsOf(keys, options.folder, options.secretOf);
  return {
    name: 'kms',
    operation: targetOperation,
    accesses: (call) => {
      const input = inputOf(call) as Input;
      const key = keyFor(keys, call, input);
      const pairs = Object.entries(input.EncryptionContext ?? {});
      const context = {
        'kms:ResourceAliases': key.aliases,
        'kms:EncryptionContextKeys': pairs.map(([name]) => name),
        ...Object.fromEntries(
          pairs.map(([name, value]) => [`kms:EncryptionContext:${name}`, value]),
        ),
      };
      return [{ action: `kms:${call.operation}`, resource: key.arn, context }];
    },
    handle: async (call) => {
      const operation = Object.hasOwn(operations, call.operation)
        ? operations[call.operation]
        : undefined;
      if (!operation) throw unknownOperation(call.operation);
      const input = inputOf(call) as Input;
      const key = keyFor(keys, call, input);
      const secret = secrets.get(key.id);
      if (!secret) throw new Error(`There is no material for ${key.arn}.`);
      return jsonAnswer({ KeyId: key.arn, ...operation({ key, secret, input }) }, '1.1');
    },
  };
};

type Input = {
  readonly KeyId?: string;
  readonly Plaintext?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext?: EncryptionContext;
  readonly Message?: string;
  readonly MacAlgorithm?: string;
};

type EncryptionContext = Readonly<Record<string, string>>;

type KeyRequest = { readonly key: Key; readonly secret: Buffer; readonly input: Input };

const operations: Readonly<Record<string, (request: KeyRequest) => Record<string, unknown>>> = {
  Encrypt: (request) => {
    const { key, secret, input } = using(request, 'ENCRYPT_DECRYPT');
    const plaintext = bytesOf(input.Plaintext, 'plaintext', plaintext_bytes_max);
    const ciphertext = encrypt(key.id, secret, input.EncryptionContext ?? {}, plaintext);
    return { CiphertextBlob: ciphertext.toString('base64'), EncryptionAlgorithm: symmetric };
  },
  Decrypt: (request) => {
    const { secret, input } = using(request, 'ENCRYPT_DECRYPT');
    const ciphertext = bytesOf(input.CiphertextBlob, 'ciphertextBlob', ciphertext_bytes_max);
    const plaintext = decrypt(secret, input.EncryptionContext ?? {}, ciphertext);
    return { Plaintext: plaintext.toString('base64'), EncryptionAlgorithm: symmetric };
  },
  GenerateMac: (request) => {
    const { key, secret, input } = using(request, 'GENERATE_VERIFY_MAC');
    // Key spec HMAC_256 goes with the algorithm HMAC_SHA_256 and no other.
    if (input.MacAlgorithm !== key.spec.replace('HMAC_', 'HMAC_SHA_'))
      throw invalidUsage(
        `Algorithm ${input.MacAlgorithm} is incompatible with key spec ${key.spec}.`,
      );
    const message = bytesOf(input.Message, 'message', plaintext_bytes_max);
    const mac = createHmac(`sha${key.spec.slice('HMAC_'.length)}`, secret).update(message);
    return { Mac: mac.digest('base64'), MacAlgorithm: input.MacAlgorithm };
  },
};

const symmetric = 'SYMMETRIC_DEFAULT';
const plaintext_bytes_max = 4096;
const ciphertext_bytes_max = 6144;

const using = (request: KeyRequest, usage: string): KeyRequest => {
  const { key } = request;
  if (key.usage === usage) return request;
  throw invalidUsage(`${key.arn} key usage is ${key.usage} which is not valid for this.`);
};

const invalidUsage = (message: string): AwsError =>
  new AwsError(400, 'InvalidKeyUsageException', message);

const bytesOf = (value: string | undefined, name: string, bytes_max: number): Buffer => {
  const bytes = Buffer.from(value ?? '', 'base64');
  if (bytes.length >= 1 && bytes.length <= bytes_max) return bytes;
  throw validationError(
    `Value at '${name}' failed to satisfy constraint: Member must have length between 1 and ${bytes_max}`,
  );
};

const keyFor = (
  keys: Keys,
  { operation, region }: AwsCall,
  { KeyId, CiphertextBlob }: Input,
): Key => {
  const named =
    KeyId === undefined ? undefined : (keys.find(KeyId, region) ?? missing(KeyId, region));
  if (operation !== 'Decrypt') {
    if (named) return named;
    throw validationError(
      "Value null at 'keyId' failed to satisfy constraint: Member must not be null",
    );
  }
  // A ciphertext names its key; a caller who names one too insists on it.
  const id = keyIdOf(Buffer.from(CiphertextBlob ?? '', 'base64'));
  const message = 'The key ID in the request does not identify the key that was used.';
  if (named && named.id !== id) throw new AwsError(400, 'IncorrectKeyException', message);
  return keys.find(id, region) ?? missing(id, region);
};

const missing = (name: string, region: string): never => {
  const arn = name.startsWith('arn:')
    ? name
    : `arn:aws:kms:${region}:${account}:${name.startsWith('alias/') ? '' : 'key/'}${name}`;
  const isAlias = arn.includes(':alias/');
  throw new AwsError(
    400,
    'NotFoundException',
    isAlias ? `Alias ${arn} is not found.` : `Key '${arn}' does not exist`,
  );
};

/** Version 1, then the key's id (a UUID as 16 bytes), 12 bytes of nonce, 16 of tag, and the encrypted bytes. */
const encrypt = (
  keyId: string,
  secret: Buffer,
  context: EncryptionContext,
  plaintext: Buffer,
): Buffer => {
  const header = Buffer.concat([Buffer.from([1]), Buffer.from(keyId.replaceAll('-', ''), 'hex')]);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(boundTo(header, context));
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([header, nonce, cipher.getAuthTag(), encrypted]);
};

const nonce_from = 17;
const tag_from = nonce_from + 12;
const encrypted_from = tag_from + 16;

const keyIdOf = (ciphertext: Buffer): string => {
  if (ciphertext.length < encrypted_from || ciphertext[0] !== 1) throw invalidCiphertext();
  const id = ciphertext.subarray(1, nonce_from).toString('hex');
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

const decrypt = (secret: Buffer, context: EncryptionContext, ciphertext: Buffer): Buffer => {
  const header = ciphertext.subarray(0, nonce_from);
  const decipher = createDecipheriv(
    'aes-256-gcm',
    secret,
    ciphertext.subarray(nonce_from, tag_from),
  )
    .setAAD(boundTo(header, context))
    .setAuthTag(ciphertext.subarray(tag_from, encrypted_from));
  try {
    return Buffer.concat([decipher.update(ciphertext.subarray(encrypted_from)), decipher.final()]);
  } catch {
    throw invalidCiphertext();
  }
};

const invalidCiphertext = (): AwsError => new AwsError(400, 'InvalidCiphertextException', '');

/** The pairs of a context have no order. */
const boundTo = (header: Buffer, context: EncryptionContext): Buffer =>
  Buffer.concat([
    header,
    Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1)))),
  ]);

/** The secret part of each key, 32 bytes, made when a key is first seen and kept readable by its owner alone. */
const secretsOf = (
  { all }: Keys,
  folder: string | undefined,
  secretOf: (id: string) => Buffer = () => randomBytes(32),
): ReadonlyMap<string, Buffer> => {
  const file = folder && join(folder, 'kms-keys.json');
  const known = file ? readWhole<Record<string, string>>(file) : undefined;
  const secrets = new Map<string, Buffer>(
    Object.entries(known ?? {}).map(([id, secret]) => [id, Buffer.from(secret, 'base64')]),
  );
  const missing = all.filter(({ id }) => !secrets.has(id));
  for (const { id } of missing) secrets.set(id, secretOf(id));
  const texts = [...secrets].map(([id, secret]) => [id, secret.toString('base64')]);
  if (file && missing.length > 0) writeWhole(file, Object.fromEntries(texts));
  return secrets;
};
