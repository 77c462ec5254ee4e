import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AwsCall } from '../../../local/aws-service.ts';
import { kmsService } from '../../../local/kms/service.ts';
import { resource } from '../../../local/test/helpers/data-resources.ts';

const folder = fileURLToPath(new URL('../../fixtures/stored/before-0.1.0/', import.meta.url));
const ids = Object.keys(JSON.parse(readFileSync(`${folder}kms-keys.json`, 'utf8')));
const service = kmsService({
  resources: ids.map((id) => resource('AWS::KMS::Key', id, {})),
  folder,
});

/** What was encrypted with a key that is kept beside the stored items. */
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
