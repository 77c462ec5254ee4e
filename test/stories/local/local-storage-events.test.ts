import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import {
  aKey,
  at,
  codeIn,
  curl,
  type StorageMachine,
  startStorageMachine,
} from '../../helpers/storage-machine.ts';
import { bucket, closed } from '../../helpers/storage-template.ts';

let machine: StorageMachine;
before(async () => {
  machine = await startStorageMachine();
});
after(() => machine.stop());
afterEach(async () => {
  machine.local.faults.clear();
  await machine.received();
});

const linkTo = async (key: string) =>
  (await machine.signer()).signUpload(
    { key, content_type: 'image/png', size_bytes: 2 },
    new Date(),
  );

test('an upload is published on the default bus in the words of S3', async () => {
  const key = aKey();
  assert.equal((await curl(await linkTo(key), 'ab')).status, 200);
  const { VersionId } = await machine.client().send(new HeadObjectCommand(at(key)));
  const [event, ...more] = (await machine.received()) as Record<string, unknown>[];
  assert.deepEqual(more, []);
  const { id, time, detail, ...rest } = event ?? {};
  const arn = `arn:aws:s3:::${bucket}`;
  const place = { account: '000000000000', region: 'eu-west-1', resources: [arn] };
  assert.deepEqual(rest, {
    version: '0',
    'detail-type': 'Object Created',
    source: 'aws.s3',
    ...place,
  });
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const {
    object,
    'request-id': request,
    ...about
  } = detail as { object: Record<string, unknown>; 'request-id': string };
  const { sequencer, ...known } = object;
  const etag = '187ef4436122d1cc2f40dc2b92f0eba0';
  assert.deepEqual(known, { key, size: 2, etag, 'version-id': VersionId });
  assert.match(String(sequencer), /^[0-9A-F]{16}$/);
  assert.match(request, /^[0-9A-F]{16}$/);
  const by = { requester: '000000000000', 'source-ip-address': '127.0.0.1', reason: 'PutObject' };
  assert.deepEqual(about, { version: '0', bucket: { name: bucket }, ...by });
});

test('what was rejected has no event, and neither has a bucket without notifications', async () => {
  const link = await linkTo(aKey());
  await curl(link, 'abc');
  await machine.client().send(new PutObjectCommand({ Bucket: closed, Key: aKey(), Body: 'x' }));
  assert.deepEqual(await machine.received(), []);
  await curl(link, 'ab');
  await curl(link, 'ab');
  assert.equal((await machine.received()).length, 1);
});

test('an event can be lost and can come twice', async () => {
  const lost = machine.local.faults.add({
    service: 'queue',
    operation: 'documents',
    effect: 'lose',
    times: 1,
  });
  await curl(await linkTo(aKey()), 'ab');
  assert.deepEqual([lost.hits, await machine.received()], [1, []]);
  machine.local.faults.clear();
  machine.local.faults.add({
    service: 'queue',
    operation: 'documents',
    effect: 'duplicate',
    times: 1,
  });
  await curl(await linkTo(aKey()), 'ab');
  assert.equal((await machine.received()).length, 2);
});

test('storage can fail under a link, without effect or with it, and the link is then good or used', async () => {
  const key = aKey();
  const link = await linkTo(key);
  const failures = {
    unavailable: [500, 'InternalError'],
    throttle: [503, 'SlowDown'],
    deny: [403, 'AccessDenied'],
  };
  for (const [effect, expected] of Object.entries(failures)) {
    machine.local.faults.add({
      service: 's3',
      operation: 'PutObject',
      effect: effect as 'deny',
      times: 1,
    });
    const answer = await curl(link, 'ab');
    assert.deepEqual([answer.status, codeIn(answer)], expected);
  }
  machine.local.faults.add({
    service: 's3',
    operation: 'PutObject',
    effect: 'drop-answer',
    times: 1,
  });
  await assert.rejects(curl(link, 'ab'), /Empty reply/);
  assert.equal((await curl(link, 'ab')).status, 412);
  assert.equal((await machine.received()).length, 1);
});

test('who uses a link is not the function that signed it', async () => {
  const link = await linkTo(aKey());
  const fault = machine.local.faults.add({ function: 'inspector', effect: 'kill-before' });
  const made = await machine.local.recorder.during(async () => {
    assert.equal((await curl(link, 'ab')).status, 200);
  });
  assert.equal(fault.hits, 0);
  const calls = made.map(({ function: by, service, operation }) => [by, service, operation]);
  assert.deepEqual(calls, [[undefined, 's3', 'PutObject']]);
});
