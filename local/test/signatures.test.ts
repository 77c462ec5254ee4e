import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AwsError } from '../errors.ts';
import { verifySignature } from '../storage/signature.ts';

/** The examples of the S3 API reference, "Authenticating Requests (AWS Signature Version 4)". */
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
const host = 'examplebucket.s3.amazonaws.com';
const now = Date.parse('2013-05-24T00:00:00Z');
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const byHeader = (
  method: string,
  url: string,
  signature: string,
  headers: Record<string, string>,
) => {
  const all = { host, 'x-amz-date': '20130524T000000Z', 'x-amz-content-sha256': empty, ...headers };
  const names = Object.keys(all).sort().join(';');
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${names},Signature=${signature}`;
  return { method, url, headers: { ...all, authorization } };
};

const link = (signature = 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404') => ({
  method: 'GET',
  url:
    `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(scope)}` +
    `&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=${signature}`,
  headers: { host },
});

const examples = {
  'a range of an object': byHeader(
    'GET',
    '/test.txt',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    { range: 'bytes=0-9' },
  ),
  'an upload': byHeader(
    'PUT',
    '/test%24file.text',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    },
  ),
  'the lifecycle of a bucket': byHeader(
    'GET',
    '/?lifecycle',
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    {},
  ),
  'a list': byHeader(
    'GET',
    '/?max-keys=2&prefix=J',
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    {},
  ),
  'a link': link(),
};

describe('the signature of the reference’s example', () => {
  for (const [name, head] of Object.entries(examples)) {
    test(`of ${name} is recognised`, () => {
      assert.equal(verifySignature(head, secret, now).accessKeyId, 'AKIAIOSFODNN7EXAMPLE');
    });

    test(`of ${name} is not recognised with another secret, path, method or header`, () => {
      const rejected = (error: unknown) =>
        error instanceof AwsError && error.code === 'SignatureDoesNotMatch';
      assert.throws(() => verifySignature(head, `${secret}x`, now), rejected);
      assert.throws(
        () => verifySignature({ ...head, url: `/x${head.url}` }, secret, now),
        rejected,
      );
      assert.throws(() => verifySignature({ ...head, method: 'POST' }, secret, now), rejected);
      const elsewhere = { ...head.headers, host: 'other.s3.amazonaws.com' };
      assert.throws(() => verifySignature({ ...head, headers: elsewhere }, secret, now), rejected);
    });
  }

  test('is valid for a day and not a second longer', () => {
    verifySignature(link(), secret, now + 86_400_000);
    assert.throws(() => verifySignature(link(), secret, now + 86_401_000), /Request has expired/);
  });

  test('is not compared by its beginning', () => {
    assert.throws(() => verifySignature(link('aeeed9'), secret, now), {
      code: 'SignatureDoesNotMatch',
    });
  });
});

test('a request that says the wrong things about its signature is rejected as S3 does', () => {
  const changed = (from: string | RegExp, to: string) => ({
    ...link(),
    url: link().url.replace(from, to),
  });
  const wrong = [
    [changed('Expires=86400', 'Expires=0'), 'AuthorizationQueryParametersError'],
    [changed('Expires=86400', 'Expires=604801'), 'AuthorizationQueryParametersError'],
    [changed('Expires=86400', 'Expires=1e3'), 'AuthorizationQueryParametersError'],
    [changed('HMAC-SHA256', 'HMAC-SHA1'), 'AuthorizationQueryParametersError'],
    [changed('%2Fs3%2F', '%2Fsqs%2F'), 'AuthorizationQueryParametersError'],
    [changed('20130524T000000Z', 'yesterday'), 'AccessDenied'],
    [changed('test.txt', '%E0%A4%A'), 'InvalidURI'],
    [{ ...link(), headers: { host, authorization: 'AWS4-HMAC-SHA256 x' } }, 'InvalidArgument'],
    [{ method: 'GET', url: '/a/b', headers: { host } }, 'AccessDenied'],
    [
      { method: 'GET', url: '/a/b', headers: { host, authorization: 'Bearer x' } },
      'AuthorizationHeaderMalformed',
    ],
  ] as const;
  for (const [head, code] of wrong)
    assert.throws(() => verifySignature(head, secret, now), { code }, head.url);
});
