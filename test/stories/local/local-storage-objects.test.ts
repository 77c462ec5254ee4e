import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  aKey,
  at,
  codeIn,
  curl,
  type StorageMachine,
  startStorageMachine,
} from '../../helpers/storage-machine.ts';

let machine: StorageMachine;
let s3: S3Client;
before(async () => {
  machine = await startStorageMachine();
  s3 = machine.client();
});
after(() => machine.stop());

const put = (key: string, Body: string, more: object = {}) =>
  s3.send(new PutObjectCommand({ ...at(key), Body, ContentType: 'text/plain', ...more }));

const get = async (key: string, more: Partial<GetObjectCommandInput> = {}) => {
  const { Body, ...rest } = await s3.send(new GetObjectCommand({ ...at(key), ...more }));
  return { ...rest, text: await Body?.transformToString() };
};

test('what was put is got with its type, length, etag and version', async () => {
  const key = aKey();
  const { VersionId, ETag, ServerSideEncryption } = await put(key, 'hello');
  assert.equal(ServerSideEncryption, 'aws:kms');
  assert.equal(ETag, `"${createHash('md5').update('hello').digest('hex')}"`);
  const { text, ContentType, ContentLength, LastModified, ...got } = await get(key);
  assert.deepEqual([text, ContentType, ContentLength], ['hello', 'text/plain', 5]);
  assert.deepEqual([got.VersionId, got.ETag], [VersionId, ETag]);
  assert.ok(LastModified && Math.abs(LastModified.getTime() - Date.now()) < 60_000);
  const head = await s3.send(new HeadObjectCommand(at(key)));
  assert.deepEqual(
    [head.ContentLength, head.ContentType, head.VersionId],
    [5, 'text/plain', VersionId],
  );
});

test('every version stays and is got by its id; the newest is got without', async () => {
  const key = aKey();
  const versions: (string | undefined)[] = [];
  for (const text of ['one', 'two', 'three']) versions.push((await put(key, text)).VersionId);
  assert.equal(new Set(versions).size, 3);
  const texts = await Promise.all(
    versions.map(async (VersionId) => (await get(key, { VersionId })).text),
  );
  assert.deepEqual([...texts, (await get(key)).text], ['one', 'two', 'three', 'three']);
  await assert.rejects(get(key, { VersionId: 'f'.repeat(32) }), { name: 'NoSuchVersion' });
  await assert.rejects(get(aKey(), { VersionId: versions[0] }), { name: 'NoSuchVersion' });
});

test('a deleted object is hidden, and its versions stay until they are deleted themselves', async () => {
  const key = aKey();
  const { VersionId } = await put(key, 'one');
  const marker = await s3.send(new DeleteObjectCommand(at(key)));
  assert.equal(marker.DeleteMarker, true);
  await assert.rejects(get(key), { name: 'NoSuchKey' });
  await assert.rejects(s3.send(new HeadObjectCommand(at(key))), { name: 'NotFound' });
  await assert.rejects(get(key, { VersionId: marker.VersionId }), { name: 'MethodNotAllowed' });
  assert.equal((await get(key, { VersionId })).text, 'one');
  await put(key, 'two', { IfNoneMatch: '*' });
  await s3.send(new DeleteObjectCommand({ ...at(key), VersionId }));
  await assert.rejects(get(key, { VersionId }), { name: 'NoSuchVersion' });
  assert.equal((await get(key)).text, 'two');
});

test('a range is got, up to the end; one beyond it is rejected', async () => {
  const key = aKey();
  await put(key, '0123456789');
  const ranges = {
    'bytes=0-3': '0123',
    'bytes=4-': '456789',
    'bytes=-3': '789',
    'bytes=8-70': '89',
    'bytes=-70': 'all',
  };
  for (const [Range, expected] of Object.entries(ranges)) {
    const { text, ContentRange } = await get(key, { Range });
    const whole = expected === 'all' ? '0123456789' : expected;
    assert.equal(text, whole, Range);
    const first = '0123456789'.indexOf(whole);
    assert.equal(ContentRange, `bytes ${first}-${first + whole.length - 1}/10`);
  }
  for (const Range of ['bytes=10-', 'bytes=10-20', 'bytes=-0'])
    await assert.rejects(get(key, { Range }), { name: 'InvalidRange' }, Range);
  const { ContentRange, text } = await get(key, { Range: 'lines=1-2' });
  assert.deepEqual([ContentRange, text], [undefined, '0123456789']);
});

test('only the first of conditional puts comes in', async () => {
  const key = aKey();
  const tries = await Promise.allSettled(
    [1, 2, 3, 4].map((nth) => put(key, String(nth), { IfNoneMatch: '*' })),
  );
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
  await assert.rejects(put(key, 'again', { IfNoneMatch: '*' }), { name: 'PreconditionFailed' });
});

test('a body that is not the one of its checksum is rejected', async () => {
  const key = aKey();
  for (const wrong of [
    { ChecksumCRC32: 'AAAAAA==' },
    { ChecksumSHA256: 'AAAA' },
    { ContentMD5: 'AAAA' },
  ])
    await assert.rejects(put(key, 'hello', wrong), { name: 'BadDigest' });
  const right = { ContentMD5: createHash('md5').update('hello').digest('base64') };
  await put(key, 'hello', right);
  await put(key, 'hello', {
    ChecksumSHA256: createHash('sha256').update('hello').digest('base64'),
  });
  await put(key, 'hello', { ChecksumAlgorithm: 'CRC32' });
});

test('a link of the SDK reads, and carries its own checksum of nothing into an upload', async () => {
  const key = aKey();
  await put(key, 'hello');
  const url = await getSignedUrl(s3, new GetObjectCommand(at(key)), { expiresIn: 60 });
  assert.equal(await (await fetch(url)).text(), 'hello');
  assert.equal((await fetch(url, { headers: { range: 'bytes=1-2' } })).status, 206);
  const late = await getSignedUrl(s3, new GetObjectCommand(at(key)), {
    signingDate: new Date(Date.now() - 61_000),
    expiresIn: 60,
  });
  assert.equal((await fetch(late)).status, 403);
  const upload = await getSignedUrl(s3, new PutObjectCommand(at(aKey())));
  assert.equal(codeIn(await curl({ url: upload, headers: {} }, 'hello')), 'BadDigest');
});

test('a call with another secret, of another hour, or of an unknown caller is rejected', async () => {
  const key = aKey();
  const { accessKeyId } = machine.local.operator;
  const forged = machine.client(undefined, {
    credentials: { accessKeyId, secretAccessKey: 'guessed' },
  });
  await assert.rejects(forged.send(new GetObjectCommand(at(key))), {
    name: 'SignatureDoesNotMatch',
  });
  const slow = machine.client(undefined, { systemClockOffset: -16 * 60_000 });
  await assert.rejects(slow.send(new GetObjectCommand(at(key))), { name: 'RequestTimeTooSkewed' });
  const nobody = machine.client(undefined, {
    credentials: { accessKeyId: 'AKIANOBODY', secretAccessKey: 'x' },
  });
  await assert.rejects(nobody.send(new GetObjectCommand(at(key))), { name: 'InvalidAccessKeyId' });
});

test('a header that was added to a signed call is rejected', async () => {
  const key = aKey();
  const url = await getSignedUrl(s3, new GetObjectCommand(at(key)));
  const answer = await fetch(url, { headers: { 'x-amz-user-agent': 'me' } });
  assert.match(await answer.text(), /<HeadersNotSigned>x-amz-user-agent</);
});

test('what this machine does not do is said, and never guessed', async () => {
  const is501 = { name: 'NotImplemented' };
  const key = aKey();
  await assert.rejects(s3.send(new ListObjectsV2Command({ Bucket: at(key).Bucket })), is501);
  await assert.rejects(put(key, 'x', { Tagging: 'a=b' }), is501);
  await assert.rejects(put(key, 'x', { Metadata: { a: 'b' } }), is501);
  const Body = Readable.from(['streamed']);
  await assert.rejects(
    s3.send(new PutObjectCommand({ ...at(key), Body, ContentLength: 8 })),
    is501,
  );
  await assert.rejects(put('k'.repeat(1025), 'x'), { name: 'KeyTooLongError' });
  const nowhere = new GetObjectCommand({ Bucket: 'nobodys-bucket', Key: key });
  await assert.rejects(s3.send(nowhere), { name: 'NoSuchBucket' });
});

test('a key may hold any sign', async () => {
  for (const key of ['a b/ü', "q?&=+'()*!~", 'per%20cent', '..', 'a//b', '😀']) {
    await put(key, key);
    assert.equal((await get(key)).text, key, key);
  }
});

test('a version is put only over the one that If-Match names', async () => {
  const key = aKey();
  const { ETag: IfMatch } = await put(key, 'first');
  await put(key, 'second', { IfMatch });
  await assert.rejects(put(key, 'third', { IfMatch }), { name: 'PreconditionFailed' });
  await assert.rejects(put(aKey(), 'first', { IfMatch }), { name: 'NoSuchKey' });
  assert.equal((await get(key)).text, 'second');
});
