import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AwsCall } from '../../../local/aws-service.ts';
import { kmsService } from '../../../local/kms/service.ts';
import { resource } from '../../../local/test/helpers/data-resources.ts';
import { pathsOf } from '../paths.ts';

/** The material of a key with which releases encrypted what they stored, known to all later code. */
export const keptSecretOf = (id: string): Buffer =>
  createHash('sha256').update(`A key of fixtures: ${id}`).digest();

const root = fileURLToPath(new URL('../../fixtures/stored/', import.meta.url));
const ids = pathsOf('*/kms-keys.json', { cwd: root }).flatMap((path) =>
  Object.keys(JSON.parse(readFileSync(`${root}${path}`, 'utf8'))),
);
const service = kmsService({
  resources: [...new Set(ids)].map((id) => resource('AWS::KMS::Key', id, {})),
  secretOf: keptSecretOf,
});

/** The plaintext of a value encrypted with a key that is kept beside the stored items. */
export const decryptedByKept = async (
  ciphertext: string,
  context: Readonly<Record<string, string>>,
) => {
  const body = Buffer.from(
    JSON.stringify({ CiphertextBlob: ciphertext, EncryptionContext: context }),
  );
  const call = { service: 'kms', region: 'eu-west-1', operation: 'Decrypt', body };
  const answer = await service.handle(call as AwsCall);
  return Buffer.from(JSON.parse(String(answer.body)).Plaintext, 'base64');
};
