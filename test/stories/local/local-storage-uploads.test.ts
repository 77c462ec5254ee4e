import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { SignedUpload } from '../../../functions/core/aws/s3.ts';
import { s3DocumentSigner } from '../../../functions/core/aws/s3-signer.ts';
import {
  aKey,
  at,
  codeIn,
  curl,
  type StorageMachine,
  startStorageMachine,
} from '../../helpers/storage-machine.ts';

let machine: StorageMachine;
before(async () => {
  machine = await startStorageMachine();
});
after(() => machine.stop());

const jpeg = { content_type: 'image/jpeg', size_bytes: 5 };
const bytes = Buffer.from('12345');

const signed = async (
  key: string,
  conditions = jpeg,
  signedAt = new Date(),
): Promise<SignedUpload> => (await machine.signer()).signUpload({ key, ...conditions }, signedAt);

const stored = async (key: string) => {
  const { Body, ContentType, VersionId } = await machine
    .client()
    .send(new GetObjectCommand(at(key)));
  return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), ContentType, VersionId };
};

const assertEmpty = (key: string) =>
  assert.rejects(machine.client().send(new HeadObjectCommand(at(key))), { name: 'NotFound' });

test('a link takes the bytes that it was made for, by curl alone', async () => {
  const key = aKey();
  const link = await signed(key);
  assert.deepEqual(
    [link.method, link.headers],
    ['PUT', { 'content-type': 'image/jpeg', 'if-none-match': '*' }],
  );
  assert.deepEqual(await curl(link, bytes), { status: 200, text: '' });
  const { bytes: kept, ContentType, VersionId } = await stored(key);
  assert.deepEqual([kept, ContentType], [bytes, 'image/jpeg']);
  assert.match(VersionId ?? '', /^[0-9a-f]{32}$/);
});

test('a link is good for 15 minutes from the second in which it was made', async () => {
  const link = await signed(aKey(), jpeg, new Date('2026-01-02T03:04:05.678Z'));
  assert.equal(link.expires_at, '2026-01-02T03:19:05.000Z');
  const query = new URL(link.url).searchParams;
  assert.deepEqual(
    [query.get('X-Amz-Date'), query.get('X-Amz-Expires')],
    ['20260102T030405Z', '900'],
  );
  assert.equal(query.get('X-Amz-SignedHeaders'), 'content-length;content-type;host;if-none-match');
  assert.equal(query.has('X-Amz-Checksum-Crc32'), false);
});

test('15 MB go through whole', async () => {
  const [key, large] = [aKey(), randomBytes(15_000_000)];
  assert.equal(
    (await curl(await signed(key, { ...jpeg, size_bytes: large.length }), large)).status,
    200,
  );
  assert.ok((await stored(key)).bytes.equals(large));
});

test('more than this machine keeps is rejected before it is sent', async () => {
  const key = aKey();
  const size_bytes = 20 * 1024 * 1024 + 1;
  const answer = await curl(await signed(key, { ...jpeg, size_bytes }), Buffer.alloc(size_bytes));
  assert.deepEqual([answer.status, codeIn(answer)], [400, 'EntityTooLarge']);
  await assertEmpty(key);
});

test('a used link is rejected, and what it brought stays as it was', async () => {
  const key = aKey();
  const link = await signed(key);
  assert.equal((await curl(link, bytes)).status, 200);
  const { VersionId } = await stored(key);
  const again = await curl(link, '54321');
  assert.deepEqual([again.status, codeIn(again)], [412, 'PreconditionFailed']);
  const fresh = await curl(await signed(key), bytes);
  assert.deepEqual([fresh.status, codeIn(fresh)], [412, 'PreconditionFailed']);
  assert.deepEqual([(await stored(key)).VersionId, (await stored(key)).bytes], [VersionId, bytes]);
});

test('of many uploads at once one comes in', async () => {
  const key = aKey();
  const link = await signed(key);
  const all = await Promise.all(Array.from({ length: 8 }, (_, nth) => curl(link, `1234${nth}`)));
  assert.deepEqual(all.map(({ status }) => status).sort(), [200, ...Array(7).fill(412)]);
});

test('a body of another length or type is rejected, and nothing is kept', async () => {
  const key = aKey();
  const link = await signed(key);
  const png = { ...link, headers: { ...link.headers, 'content-type': 'image/png' } };
  const untyped = { ...link, headers: { 'if-none-match': '*' } };
  const unconditional = { ...link, headers: { 'content-type': 'image/jpeg' } };
  const wrong = [
    await curl(link, '1234'),
    await curl(link, '123456'),
    await curl(link, randomBytes(30_000_000)),
    await curl(png, bytes),
    await curl(untyped, bytes),
    await curl(unconditional, bytes),
  ];
  for (const answer of wrong)
    assert.deepEqual([answer.status, codeIn(answer)], [403, 'SignatureDoesNotMatch']);
  await assertEmpty(key);
});

test('a forged or altered link is rejected, and nothing is kept', async () => {
  const [key, other] = [aKey(), aKey()];
  const { url, headers } = await signed(key);
  const altered: [string, string][] = [
    [url.replace(key, other), 'SignatureDoesNotMatch'],
    [url.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000'), 'SignatureDoesNotMatch'],
    [url.replace(/Signature=.{4}/, 'Signature=0000'), 'SignatureDoesNotMatch'],
    [`${url}&x-id=PutObject`, 'SignatureDoesNotMatch'],
    [url.replace('%3Bif-none-match', ''), 'SignatureDoesNotMatch'],
    [url.replace(/Credential=[^%]+/, 'Credential=AKIANOBODY'), 'InvalidAccessKeyId'],
    [url.replace(/&X-Amz-Signature=.*?(&|$)/, '$1'), 'AuthorizationQueryParametersError'],
    [url.replace(/\?.*/, ''), 'AccessDenied'],
  ];
  for (const [link, code] of altered) {
    assert.notEqual(link, url);
    const answer = await curl({ url: link, headers }, bytes);
    assert.equal(codeIn(answer), code, answer.text);
    assert.equal(answer.status, code === 'AuthorizationQueryParametersError' ? 400 : 403);
  }
  for (const one of [key, other]) await assertEmpty(one);
});

test('an expired link and one of the future are rejected', async () => {
  const key = aKey();
  const expired = await curl(await signed(key, jpeg, new Date(Date.now() - 16 * 60_000)), bytes);
  assert.deepEqual([expired.status, codeIn(expired)], [403, 'AccessDenied']);
  assert.match(expired.text, /<Message>Request has expired<\/Message><X-Amz-Expires>900</);
  const early = await curl(await signed(key, jpeg, new Date(Date.now() + 60 * 60_000)), bytes);
  assert.match(early.text, /Request is not valid yet/);
  await assertEmpty(key);
});

test('a link does not let read or delete', async () => {
  const key = aKey();
  const { url } = await signed(key);
  await machine.client().send(new PutObjectCommand({ ...at(key), Body: bytes }));
  for (const method of ['GET', 'HEAD', 'DELETE'])
    assert.equal((await fetch(url, { method })).status, 403, method);
  assert.deepEqual((await stored(key)).bytes, bytes);
});

test('a link outlives the process that signed it, whose key signs nothing any more', async () => {
  const key = aKey();
  const variables = await machine.environment();
  const link = await s3DocumentSigner(variables).signUpload({ key, ...jpeg }, new Date());
  await machine.local.pool.kill(variables.AWS_LAMBDA_LOG_STREAM_NAME ?? '');
  assert.notEqual((await machine.environment()).AWS_ACCESS_KEY_ID, variables.AWS_ACCESS_KEY_ID);
  const asked = machine.client(variables).send(new GetObjectCommand(at(key)));
  await assert.rejects(asked, { name: 'InvalidAccessKeyId' });
  assert.equal((await curl(link, bytes)).status, 200);
  assert.deepEqual((await stored(key)).bytes, bytes);
});
