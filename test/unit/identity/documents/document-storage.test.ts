import assert from 'node:assert/strict';
import { s3DocumentSigner } from '../../../../functions/core/aws/s3-signer.ts';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { objectKeyOf, ownerOf } from '../../../../functions/identity/documents/object-key.ts';
import { describe, test } from '../../../helpers/tests.ts';

const ids = idsAt(new Date('2026-01-02T03:04:05Z'));
const owner = {
  tenant_id: ids('tenant'),
  customer_id: ids('customer'),
  document_id: ids('document'),
};

describe('the key of an object', () => {
  test('says whose it is and nothing else', () => {
    assert.equal(
      objectKeyOf(owner),
      `${owner.tenant_id}/${owner.customer_id}/${owner.document_id}`,
    );
    assert.deepEqual(ownerOf(objectKeyOf(owner)), owner);
  });

  test('that is none of ours belongs to nobody', () => {
    const key = objectKeyOf(owner);
    for (const other of [
      '',
      'a/b/c',
      `${key}/x`,
      `/${key}`,
      key.toUpperCase(),
      key.slice(1),
      `${key}\n`,
    ])
      assert.equal(ownerOf(other), undefined, JSON.stringify(other));
  });
});

describe('a link for an upload', () => {
  const variables = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    DOCUMENT_BUCKET_URL: 'https://documents.s3.eu-west-1.amazonaws.com',
  };
  const conditions = { key: 'biz_1/cus_1/doc_1', content_type: 'image/jpeg', size_bytes: 482_311 };
  const signedAt = new Date('2026-01-02T03:04:05.678Z');

  test('on AWS names the bucket as host, and is bound to length, type and the first upload', async () => {
    const { url } = await s3DocumentSigner(variables).signUpload(conditions, signedAt);
    const { origin, pathname, searchParams } = new URL(url);
    assert.deepEqual([origin, pathname], [variables.DOCUMENT_BUCKET_URL, '/biz_1/cus_1/doc_1']);
    const query = Object.fromEntries(searchParams);
    assert.match(query['X-Amz-Signature'] ?? '', /^[0-9a-f]{64}$/);
    delete query['X-Amz-Signature'];
    assert.deepEqual(query, {
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
      'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20260102/eu-west-1/s3/aws4_request',
      'X-Amz-Date': '20260102T030405Z',
      'X-Amz-Expires': '900',
      'X-Amz-SignedHeaders': 'content-length;content-type;host;if-none-match',
    });
  });

  test('carries the session of the function that signed it', async () => {
    const signer = s3DocumentSigner({ ...variables, AWS_SESSION_TOKEN: 'a+b/c==' });
    const { url } = await signer.signUpload(conditions, signedAt);
    assert.equal(new URL(url).searchParams.get('X-Amz-Security-Token'), 'a+b/c==');
  });

  test('differs for every other fact and second', async () => {
    const signer = s3DocumentSigner(variables);
    const others = [
      conditions,
      { ...conditions, key: 'b' },
      { ...conditions, content_type: 'image/png' },
      { ...conditions, size_bytes: 1 },
    ];
    const links = await Promise.all(others.map((other) => signer.signUpload(other, signedAt)));
    links.push(await signer.signUpload(conditions, new Date('2026-01-02T03:04:06Z')));
    const signatures = links.map(({ url }) => new URL(url).searchParams.get('X-Amz-Signature'));
    assert.equal(new Set(signatures).size, links.length);
  });

  test('cannot be made without knowing where storage is', async () => {
    const { DOCUMENT_BUCKET_URL: _, ...rest } = variables;
    const made = s3DocumentSigner(rest).signDownload('biz_1/cus_1/doc_1', '1', new Date());
    await assert.rejects(made, /DOCUMENT_BUCKET_URL is not set/);
  });
});
