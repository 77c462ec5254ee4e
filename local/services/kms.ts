import { account } from '../assembly.ts';
import { AwsError, unknownOperation, validationError } from '../aws-error.ts';
import type { AwsCall, AwsService, Resource } from '../aws-service.ts';
import { inputOf, jsonAnswer, targetOperation } from '../json-protocol.ts';
import { sealedBy } from './kms/ciphertext.ts';
import { type Key, type KeyRing, keyRingOf } from './kms/key-ring.ts';
import { materialOf } from './kms/material.ts';
import { type Input, operations } from './kms/operations.ts';

/**
 * KMS over the keys and aliases of the templates. `folder` keeps the key material, so that what was sealed opens after
 * a restart; absent: memory.
 */
export const kmsService = (options: { resources: readonly Resource[]; folder?: string | undefined }): AwsService => {
  const ring = keyRingOf(options.resources);
  const material = materialOf(ring.keys, options.folder);
  return {
    name: 'kms',
    operation: targetOperation,
    accesses: (call) => {
      const input = inputOf(call) as Input;
      const key = keyFor(ring, call, input);
      const context = {
        'kms:ResourceAliases': key.aliases,
        'kms:EncryptionContextKeys': Object.keys(input.EncryptionContext ?? {}),
        ...Object.fromEntries(pairsOf(input).map(([name, value]) => [`kms:EncryptionContext:${name}`, value])),
      };
      return [{ action: `kms:${call.operation}`, resource: key.arn, context }];
    },
    handle: async (call) => {
      const operation = operations[call.operation];
      if (!operation) throw unknownOperation(call.operation);
      const input = inputOf(call) as Input;
      const key = keyFor(ring, call, input);
      const secret = material.get(key.id);
      if (!secret) throw new Error(`There is no material for ${key.arn}.`);
      return jsonAnswer(operation({ key, secret, input }), '1.1');
    },
  };
};

const pairsOf = ({ EncryptionContext = {} }: Input): [string, string][] => Object.entries(EncryptionContext);

const keyFor = (ring: KeyRing, { operation, region }: AwsCall, { KeyId, CiphertextBlob }: Input): Key => {
  const named = KeyId === undefined ? undefined : (ring.find(KeyId, region) ?? missing(KeyId, region));
  if (operation !== 'Decrypt') return named ?? noKeyId();
  // A ciphertext names its key; a caller who names one too insists on it.
  const sealer = sealedBy(Buffer.from(CiphertextBlob ?? '', 'base64'));
  if (named && named.id !== sealer)
    throw new AwsError(
      400,
      'IncorrectKeyException',
      'The key ID in the request does not identify the key that was used.',
    );
  return ring.find(sealer, region) ?? missing(sealer, region);
};

const noKeyId = (): never => {
  throw validationError("Value null at 'keyId' failed to satisfy constraint: Member must not be null");
};

const missing = (name: string, region: string): never => {
  const arn = name.startsWith('arn:')
    ? name
    : `arn:aws:kms:${region}:${account}:${name.startsWith('alias/') ? '' : 'key/'}${name}`;
  const isAlias = arn.includes(':alias/');
  throw new AwsError(400, 'NotFoundException', isAlias ? `Alias ${arn} is not found.` : `Key '${arn}' does not exist`);
};
