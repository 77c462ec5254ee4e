import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { account } from '../../assembly.ts';
import { AwsError, validationError } from '../../aws-error.ts';
import { type EncryptionContext, open, seal } from './ciphertext.ts';
import type { Key } from './key-ring.ts';

/** A request for one key. */
export type KeyRequest = { readonly key: Key; readonly secret: Buffer; readonly input: Input };

/** What the operations here take; bytes are base64. */
export type Input = {
  readonly KeyId?: string;
  readonly Plaintext?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext?: EncryptionContext;
  readonly KeySpec?: string;
  readonly NumberOfBytes?: number;
  readonly Message?: string;
  readonly Mac?: string;
  readonly MacAlgorithm?: string;
};

/** Every operation that is served, with what it answers. */
export const operations: Readonly<Record<string, (request: KeyRequest) => Record<string, unknown>>> = {
  Encrypt: (request) => {
    const plaintext = bytesOf(request.input.Plaintext, 'plaintext', plaintext_bytes_max);
    return { ...encrypted(request, plaintext), EncryptionAlgorithm: symmetric };
  },
  Decrypt: (request) => {
    const { key, secret, input } = using(request, 'ENCRYPT_DECRYPT');
    const plaintext = open(
      secret,
      input.EncryptionContext ?? {},
      bytesOf(input.CiphertextBlob, 'ciphertextBlob', 6144),
    );
    return { KeyId: key.arn, Plaintext: plaintext.toString('base64'), EncryptionAlgorithm: symmetric };
  },
  GenerateDataKey: (request) => {
    const dataKey = randomBytes(dataKeyBytes(request.input));
    return { ...encrypted(request, dataKey), Plaintext: dataKey.toString('base64') };
  },
  GenerateDataKeyWithoutPlaintext: (request) => encrypted(request, randomBytes(dataKeyBytes(request.input))),
  GenerateMac: (request) => {
    const { key, input } = request;
    return { KeyId: key.arn, Mac: macOf(request).toString('base64'), MacAlgorithm: input.MacAlgorithm };
  },
  VerifyMac: (request) => {
    const { key, input } = request;
    const [expected, given] = [macOf(request), bytesOf(input.Mac, 'mac', plaintext_bytes_max)];
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new AwsError(400, 'KMSInvalidMacException', 'The MAC is not of this message and key.');
    return { KeyId: key.arn, MacValid: true, MacAlgorithm: input.MacAlgorithm };
  },
  DescribeKey: ({ key }) => ({
    KeyMetadata: {
      AWSAccountId: account,
      KeyId: key.id,
      Arn: key.arn,
      Description: key.description,
      Enabled: true,
      KeyState: 'Enabled',
      KeyManager: 'CUSTOMER',
      KeySpec: key.spec,
      KeyUsage: key.usage,
      Origin: 'AWS_KMS',
      MultiRegion: false,
    },
  }),
};

const symmetric = 'SYMMETRIC_DEFAULT';
const plaintext_bytes_max = 4096;

const using = (request: KeyRequest, usage: string): KeyRequest => {
  const { key } = request;
  if (key.usage === usage) return request;
  throw new AwsError(
    400,
    'InvalidKeyUsageException',
    `${key.arn} key usage is ${key.usage} which is not valid for this.`,
  );
};

const bytesOf = (value: string | undefined, name: string, bytes_max: number): Buffer => {
  const bytes = Buffer.from(value ?? '', 'base64');
  if (bytes.length >= 1 && bytes.length <= bytes_max) return bytes;
  throw validationError(
    `Value at '${name}' failed to satisfy constraint: Member must have length between 1 and ${bytes_max}`,
  );
};

const encrypted = (request: KeyRequest, plaintext: Buffer) => {
  const { key, secret, input } = using(request, 'ENCRYPT_DECRYPT');
  const ciphertext = seal(key.id, secret, input.EncryptionContext ?? {}, plaintext);
  return { KeyId: key.arn, CiphertextBlob: ciphertext.toString('base64') };
};

const dataKeyBytes = ({ KeySpec, NumberOfBytes }: Input): number => {
  const bytes = KeySpec === undefined ? NumberOfBytes : { AES_128: 16, AES_256: 32 }[KeySpec];
  if (bytes !== undefined && Number.isInteger(bytes) && bytes >= 1 && bytes <= 1024) return bytes;
  throw validationError('Please specify either number of bytes or key spec.');
};

const macOf = (request: KeyRequest): Buffer => {
  const { key, secret, input } = using(request, 'GENERATE_VERIFY_MAC');
  // Key spec HMAC_256 goes with the algorithm HMAC_SHA_256 and no other.
  if (input.MacAlgorithm !== key.spec.replace('HMAC_', 'HMAC_SHA_'))
    throw new AwsError(
      400,
      'InvalidKeyUsageException',
      `Algorithm ${input.MacAlgorithm} is incompatible with key spec ${key.spec}.`,
    );
  const message = bytesOf(input.Message, 'message', plaintext_bytes_max);
  return createHmac(`sha${key.spec.slice('HMAC_'.length)}`, secret)
    .update(message)
    .digest();
};
