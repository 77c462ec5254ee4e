import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { s3DocumentSigner } from '../../../functions/core/aws/s3-signer.ts';
import {
  aKey,
  at,
  codeIn,
  curl,
  type StorageMachine,
  startStorageMachine,
} from '../../helpers/storage-machine.ts';
import { closed } from '../../helpers/storage-template.ts';

let machine: StorageMachine;
before(async () => {
  machine = await startStorageMachine();
});
after(() => machine.stop());

const inspector = async () => machine.client(await machine.environment());

const without = async <T>(action: string, act: () => Promise<T>): Promise<T> => {
  const giveBack = machine.local.iam.revoke({ function: 'inspector', action });
  try {
    return await act();
  } finally {
    giveBack();
  }
};

const anObject = async (): Promise<{ key: string; VersionId: string | undefined }> => {
  const key = aKey();
  const { VersionId } = await machine
    .client()
    .send(new PutObjectCommand({ ...at(key), Body: 'hello' }));
  return { key, VersionId };
};

test('each operation needs its action, and the key by way of storage', async () => {
  const s3 = await inspector();
  const { key, VersionId } = await anObject();
  const asked = [
    ['s3:PutObject', () => s3.send(new PutObjectCommand({ ...at(aKey()), Body: 'x' }))],
    ['kms:GenerateDataKey', () => s3.send(new PutObjectCommand({ ...at(aKey()), Body: 'x' }))],
    ['s3:GetObject', () => s3.send(new GetObjectCommand(at(key)))],
    ['kms:Decrypt', () => s3.send(new GetObjectCommand(at(key)))],
    ['s3:GetObjectVersion', () => s3.send(new GetObjectCommand({ ...at(key), VersionId }))],
  ] as const;
  for (const [action, act] of asked) {
    await act();
    const refused = {
      name: 'AccessDenied',
      message: new RegExp(`perform: ${action} on resource: arn:aws:`),
    };
    await without(action, () => assert.rejects(act(), refused, action));
  }
  const head = new HeadObjectCommand(at(key));
  await s3.send(head);
  // An answer to HEAD has no body, so the status is all there is.
  const forbidden = (error: { $metadata: { httpStatusCode: number } }) =>
    error.$metadata.httpStatusCode === 403;
  await without('s3:GetObject', () => assert.rejects(s3.send(head), forbidden));
});

test('what is missing looks forbidden to a caller that may not list', async () => {
  const s3 = await inspector();
  const missing = () => s3.send(new GetObjectCommand(at(aKey())));
  await assert.rejects(missing(), { name: 'NoSuchKey' });
  await without('s3:ListBucket', () => assert.rejects(missing(), { name: 'AccessDenied' }));
});

test('what is not granted is rejected', async () => {
  const { key } = await anObject();
  const s3 = await inspector();
  await assert.rejects(s3.send(new DeleteObjectCommand(at(key))), { name: 'AccessDenied' });
  await machine.client().send(new HeadObjectCommand(at(key)));
});

test('a link may do what its signer may at the moment it is used', async () => {
  const key = aKey();
  const link = await (await machine.signer()).signUpload(
    { key, content_type: 'image/png', size_bytes: 2 },
    new Date(),
  );
  for (const action of ['s3:PutObject', 'kms:GenerateDataKey']) {
    const refused = await without(action, () => curl(link, 'ab'));
    assert.deepEqual([refused.status, codeIn(refused)], [403, 'AccessDenied'], action);
  }
  assert.equal((await curl(link, 'ab')).status, 200);
});

test('what a bucket forbids to everybody no grant allows', async () => {
  const variables = await machine.environment();
  const forbidden = new PutObjectCommand({ Bucket: closed, Key: aKey(), Body: 'x' });
  const refused = { name: 'AccessDenied', message: /explicit deny in a resource-based policy/ };
  await assert.rejects(machine.client(variables).send(forbidden), refused);
  const url = variables.DOCUMENT_BUCKET_URL?.replace(variables.DOCUMENT_BUCKET ?? '', closed);
  const signer = s3DocumentSigner({ ...variables, DOCUMENT_BUCKET_URL: url });
  const link = await signer.signUpload(
    { key: aKey(), content_type: 'image/png', size_bytes: 2 },
    new Date(),
  );
  assert.equal((await curl(link, 'ab')).status, 403);
});
