import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { DocumentReader } from '../../../functions/core/aws/s3.ts';
import { s3DocumentReader } from '../../../functions/core/aws/s3.ts';
import {
  aKey,
  at,
  curl,
  type StorageMachine,
  startStorageMachine,
} from '../../helpers/storage-machine.ts';

let machine: StorageMachine;
let reader: DocumentReader;
const own = { ...process.env };
before(async () => {
  machine = await startStorageMachine();
  // The reader takes nothing but what Lambda puts into the environment of a function.
  Object.assign(process.env, await machine.environment());
  reader = s3DocumentReader();
});
after(async () => {
  for (const name of Object.keys(process.env))
    if (own[name] === undefined) delete process.env[name];
  Object.assign(process.env, own);
  await machine.stop();
});

const upload = async (key: string, text: string) => {
  const conditions = { key, content_type: 'application/pdf', size_bytes: text.length };
  return curl(await (await machine.signer()).signUpload(conditions, new Date()), text);
};

test('nothing is under a key until its bytes have come', async () => {
  const key = aKey();
  assert.equal(await reader.look(key), null);
  assert.equal((await upload(key, '0123456789')).status, 200);
  const { version_id, ...conditions } = (await reader.look(key)) ?? assert.fail();
  assert.deepEqual(conditions, { size_bytes: 10, content_type: 'application/pdf' });
  assert.match(version_id, /./);
});

test('whether there is something under a key is answered without the right to see it, and of that key alone', async () => {
  const key = aKey();
  await upload(`${key}0`, 'beside it');
  assert.equal(await reader.holds(key), false);
  await upload(key, 'x');
  const givenBack = ['s3:GetObject', 'kms:Decrypt'].map((action) =>
    machine.local.iam.revoke({ function: 'inspector', action }),
  );
  assert.equal(await reader.holds(key), true);
  for (const giveBack of givenBack) giveBack();
});

test('the version that was looked at is read, whatever came after it', async () => {
  const key = aKey();
  await upload(key, '0123456789');
  const { version_id } = (await reader.look(key)) ?? assert.fail();
  await machine.client().send(new PutObjectCommand({ ...at(key), Body: 'other bytes' }));
  assert.equal((await reader.read(key, version_id)).toString(), '0123456789');
  assert.notEqual((await reader.look(key))?.version_id, version_id);
});

test('without one of its grants the reader fails, instead of finding nothing', async () => {
  const key = aKey();
  await upload(key, 'x');
  const { version_id } = (await reader.look(key)) ?? assert.fail();
  const acts = [
    ['s3:GetObject', () => reader.look(key)],
    ['s3:ListBucket', () => reader.look(aKey())],
    ['s3:GetObjectVersion', () => reader.read(key, version_id)],
    ['kms:Decrypt', () => reader.read(key, version_id)],
  ] as const;
  for (const [action, act] of acts) {
    await act();
    const giveBack = machine.local.iam.revoke({ function: 'inspector', action });
    await assert.rejects(act(), action);
    giveBack();
  }
});

test('a storage that fails once is asked again', async () => {
  const key = aKey();
  await upload(key, 'x');
  for (const effect of ['unavailable', 'throttle', 'drop-answer'] as const) {
    const fault = machine.local.faults.add({
      service: 's3',
      operation: 'HeadObject',
      effect,
      times: 1,
    });
    assert.equal((await reader.look(key))?.size_bytes, 1);
    assert.equal(fault.hits, 1, effect);
    fault.remove();
  }
});
