import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import type { DocumentContentType } from '../../../functions/documents/model.ts';
import { fileOf, inspected, withLongScan, withMetadata } from '../../helpers/document-files.ts';

const rejectionOf = async (bytes: Buffer, said: DocumentContentType) => (await inspected(bytes, said)).rejection;

describe('a real file is accepted', () => {
  const real: readonly (readonly [string, DocumentContentType])[] = [
    ['passport.jpg', 'image/jpeg'],
    ['progressive.jpg', 'image/jpeg'],
    ['passport.png', 'image/png'],
    ['lossy.webp', 'image/webp'],
    ['lossless.webp', 'image/webp'],
    ['extended.webp', 'image/webp'],
    ['address.pdf', 'application/pdf'],
    ['streams.pdf', 'application/pdf'],
  ];
  for (const [name, said] of real) {
    test(name, async () => {
      const bytes = fileOf(name);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const ranges = [{ first: 0, last: bytes.length - 1 }];
      assert.deepEqual(await inspected(bytes, said), { rejection: null, sha256, ranges });
    });
    test(`${name}, but cut off anywhere, is unreadable`, async () => {
      const bytes = fileOf(name);
      for (const kept of [0.3, 0.6, 0.9, 1 - 30 / bytes.length])
        assert.equal(
          await rejectionOf(bytes.subarray(0, Math.floor(bytes.length * kept)), said),
          'unreadable',
          `${kept}`,
        );
    });
    test(`${name}, but said to be another, is a mismatch`, async () => {
      for (const other of new Set(real.map(([, type]) => type)))
        if (other !== said) assert.equal(await rejectionOf(fileOf(name), other), 'content_type_mismatch', other);
    });
  }
});

test('an image of 599 pixels is too small, whichever side it is', async () => {
  assert.equal(await rejectionOf(fileOf('small.jpg'), 'image/jpeg'), 'too_small');
  assert.equal(await rejectionOf(fileOf('small.webp'), 'image/webp'), 'too_small');
  const png = fileOf('passport.png');
  for (const [width, height, rejection] of [
    [600, 600, null],
    [599, 600, 'too_small'],
    [600, 599, 'too_small'],
  ] as const) {
    png.writeUInt32BE(width, 16);
    png.writeUInt32BE(height, 20);
    assert.equal(await rejectionOf(png, 'image/png'), rejection);
  }
});

test('what is something else than it is said to be is a mismatch', async () => {
  const text = Buffer.from('To whom it may concern:\r\n\tthis is no photograph. Größe: 1 m.\n');
  assert.equal(await rejectionOf(text, 'image/jpeg'), 'content_type_mismatch');
  assert.equal(await rejectionOf(Buffer.concat(Array(1000).fill(text)), 'image/jpeg'), 'content_type_mismatch');
  assert.equal(
    await rejectionOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'),
    'content_type_mismatch',
  );
  assert.equal(await rejectionOf(fileOf('photo.avif'), 'image/jpeg'), 'content_type_mismatch');
  assert.equal(await rejectionOf(gzipSync('x'), 'application/pdf'), 'content_type_mismatch');
});

test('garbage is unreadable', async () => {
  for (const said of ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const) {
    assert.equal(await rejectionOf(Buffer.alloc(1), said), 'unreadable');
    assert.equal(await rejectionOf(Buffer.alloc(200_000), said), 'unreadable');
    assert.equal(await rejectionOf(Buffer.concat([Buffer.from([0, 0xff, 3]), randomBytes(999)]), said), 'unreadable');
  }
});

describe('of a long file the ends are read, and what its format points to', () => {
  const jpeg = fileOf('passport.jpg');
  const kib = 1024;

  test('a JPEG of 15 MB is told by its first and last 64 KB', async () => {
    const long = withLongScan(jpeg, 15_000_000 - jpeg.length);
    const { rejection, ranges, sha256 } = await inspected(long, 'image/jpeg');
    assert.equal(rejection, null);
    const [head, tail] = [long.subarray(0, 64 * kib), long.subarray(-64 * kib)];
    assert.deepEqual(ranges, [
      { first: 0, last: 65_535 },
      { first: 14_934_464, last: 14_999_999 },
    ]);
    assert.equal(sha256, createHash('sha256').update(head).update(tail).digest('hex'));
  });

  test('a long JPEG without its end is unreadable', async () => {
    assert.equal(await rejectionOf(withLongScan(jpeg, 900_000).subarray(0, -1), 'image/jpeg'), 'unreadable');
  });

  test('the frame of a JPEG is found behind what a camera put before it', async () => {
    for (const metadata of [60 * kib, 66 * kib, 100 * kib, 700 * kib])
      assert.equal(await rejectionOf(withMetadata(jpeg, metadata), 'image/jpeg'), null, `${metadata}`);
    const { rejection, ranges } = await inspected(withMetadata(fileOf('small.jpg'), 700 * kib), 'image/jpeg');
    assert.deepEqual([rejection, ranges.length <= 18], ['too_small', true]);
  });

  test('a JPEG that leads on and on is unreadable after 16 pieces of 4 KB', async () => {
    const { rejection, ranges } = await inspected(withMetadata(jpeg, 14_000_000), 'image/jpeg');
    assert.equal(rejection, 'unreadable');
    assert.equal(ranges.length, 2 + 16);
    assert.ok(ranges.slice(2).every(({ first, last }) => last - first < 4 * kib));
  });

  test('a preview inside a JPEG does not end it', async () => {
    const preview = Buffer.alloc(1000);
    preview.set([0xff, 0xd8, 0xff, 0xd9], 10);
    preview.set([0xff, 0xe1, 0x03, 0xe6]);
    const cut = Buffer.concat([jpeg.subarray(0, 2), preview, jpeg.subarray(2, -2)]);
    assert.equal(await rejectionOf(cut, 'image/jpeg'), 'unreadable');
    assert.equal(await rejectionOf(Buffer.concat([cut, jpeg.subarray(-2)]), 'image/jpeg'), null);
  });
});

test('a picture that would fill the memory is only measured', async () => {
  const png = fileOf('passport.png');
  png.writeUInt32BE(2 ** 31 - 1, 16);
  png.writeUInt32BE(2 ** 31 - 1, 20);
  assert.equal(await rejectionOf(png, 'image/png'), null);
  const bomb = Buffer.concat([png.subarray(0, 33), deflateSync(Buffer.alloc(50_000_000)), png.subarray(33)]);
  assert.equal(await rejectionOf(bomb, 'image/png'), null);
});

test('what storage does not give is no verdict', async () => {
  const { inspectBytes } = await import('../../../functions/documents/inspect-bytes.ts');
  const failing = () => Promise.reject(new Error('storage is away'));
  await assert.rejects(inspectBytes({ content_type: 'image/png', size_bytes: 9 }, failing), /storage is away/);
});
