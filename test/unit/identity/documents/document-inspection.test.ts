import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { inspectBytes } from '../../../../functions/identity/documents/inspect-bytes.ts';
import {
  type DocumentContentType,
  documentContentTypes,
} from '../../../../functions/identity/documents/states.ts';
import { fileOf } from '../../../helpers/document-files.ts';
import { describe, test } from '../../../helpers/tests.ts';

const rejectionOf = async (file: Buffer, announced: DocumentContentType) =>
  (await inspectBytes(announced, file)).rejection;

describe('a real file is accepted', () => {
  const real: readonly (readonly [string, DocumentContentType])[] = [
    ['passport.jpg', 'image/jpeg'],
    ['progressive.jpg', 'image/jpeg'],
    ['passport.png', 'image/png'],
    ['lossy.webp', 'image/webp'],
    ['lossless.webp', 'image/webp'],
    ['extended.webp', 'image/webp'],
    ['passport.heic', 'image/heic'],
    ['address.pdf', 'application/pdf'],
    ['streams.pdf', 'application/pdf'],
  ];
  for (const [name, announced] of real) {
    test(name, async () => {
      const file = fileOf(name);
      const sha256 = createHash('sha256').update(file).digest('hex');
      assert.deepEqual(await inspectBytes(announced, file), { rejection: null, sha256 });
    });
    test(`${name}, cut off anywhere, is unreadable`, async () => {
      const file = fileOf(name);
      for (const kept of [0.3, 0.6, 0.9, 1 - 30 / file.length])
        assert.equal(
          await rejectionOf(file.subarray(0, Math.floor(file.length * kept)), announced),
          'unreadable',
          `${kept}`,
        );
    });
    test(`${name}, announced as another type, is a mismatch`, async () => {
      for (const other of documentContentTypes)
        if (other !== announced)
          assert.equal(await rejectionOf(fileOf(name), other), 'content_type_mismatch', other);
    });
  }
});

test('an image of 599 pixels is too small, whichever side it is, and one above 100 megapixels too large', async () => {
  assert.equal(await rejectionOf(fileOf('small.jpg'), 'image/jpeg'), 'too_small');
  assert.equal(await rejectionOf(fileOf('small.webp'), 'image/webp'), 'too_small');
  const png = fileOf('passport.png');
  for (const [width, height, rejection] of [
    [600, 600, null],
    [599, 600, 'too_small'],
    [600, 599, 'too_small'],
    [10_000, 10_000, null],
    [10_001, 10_000, 'too_large'],
    [2 ** 31 - 1, 2 ** 31 - 1, 'too_large'],
  ] as const) {
    png.writeUInt32BE(width, 16);
    png.writeUInt32BE(height, 20);
    assert.equal(await rejectionOf(png, 'image/png'), rejection);
  }
  const bomb = Buffer.concat([
    png.subarray(0, 33),
    deflateSync(Buffer.alloc(50_000_000)),
    png.subarray(33),
  ]);
  assert.equal(await rejectionOf(bomb, 'image/png'), 'too_large');
});

test('a file of another type than announced is a mismatch', async () => {
  const text = Buffer.from('To whom it may concern:\r\n\tthis is no photograph. Größe: 1 m.\n');
  assert.equal(await rejectionOf(text, 'image/jpeg'), 'content_type_mismatch');
  assert.equal(
    await rejectionOf(Buffer.concat(Array(1000).fill(text)), 'image/jpeg'),
    'content_type_mismatch',
  );
  assert.equal(
    await rejectionOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'),
    'content_type_mismatch',
  );
  for (const announced of ['image/jpeg', 'image/heic'] as const)
    assert.equal(await rejectionOf(fileOf('photo.avif'), announced), 'content_type_mismatch');
  assert.equal(await rejectionOf(gzipSync('x'), 'application/pdf'), 'content_type_mismatch');
});

test('garbage is unreadable', async () => {
  for (const announced of documentContentTypes) {
    assert.equal(await rejectionOf(Buffer.alloc(1), announced), 'unreadable');
    assert.equal(await rejectionOf(Buffer.alloc(200_000), announced), 'unreadable');
    const random = Buffer.concat([Buffer.from([0, 0xff, 3]), randomBytes(999)]);
    assert.equal(await rejectionOf(random, announced), 'unreadable');
  }
});

describe('a JPEG as cameras and phones write it', () => {
  const jpeg = fileOf('passport.jpg');
  const [begin, rest] = [jpeg.subarray(0, 2), jpeg.subarray(2)];
  /** Segments of metadata, together of so many bytes; their content looks like the end of an image. */
  const metadata = (length: number): Buffer =>
    Buffer.concat(
      Array.from({ length: Math.ceil(length / 65_535) }, () => {
        const segment = Buffer.alloc(2 + 65_535, 0xd9);
        segment.set([0xff, 0xe2, 0xff, 0xff]);
        return segment;
      }),
    );

  test('may have a trailer of any length, such as the video of a motion photo', async () => {
    for (const length of [1, 64 * 1024, 14_000_000])
      assert.equal(
        await rejectionOf(Buffer.concat([jpeg, Buffer.alloc(length, 0x55)]), 'image/jpeg'),
        null,
      );
  });

  test('may have megabytes of metadata before its frame', async () => {
    for (const length of [60_000, 700_000, 14_000_000]) {
      const long = Buffer.concat([begin, metadata(length), rest]);
      assert.equal(await rejectionOf(long, 'image/jpeg'), null, `${length}`);
      assert.equal(
        await rejectionOf(long.subarray(0, -2), 'image/jpeg'),
        'unreadable',
        `${length}`,
      );
    }
    const small = fileOf('small.jpg');
    const long = Buffer.concat([begin, metadata(700_000), small.subarray(2)]);
    assert.equal(await rejectionOf(long, 'image/jpeg'), 'too_small');
  });

  test('may have stray bytes between segments', async () => {
    for (const stray of ['00', 'ff00', 'ffffff', '0001020304ff00'])
      assert.equal(
        await rejectionOf(
          Buffer.concat([begin, metadata(1), Buffer.from(stray, 'hex'), rest]),
          'image/jpeg',
        ),
        null,
        stray,
      );
  });

  test('is unreadable where its scan was cut off, however long it is', async () => {
    const long = Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(900_000, 0x55)]);
    assert.equal(await rejectionOf(long, 'image/jpeg'), 'unreadable');
    assert.equal(await rejectionOf(Buffer.concat([long, jpeg.subarray(-2)]), 'image/jpeg'), null);
    assert.equal(
      await rejectionOf(Buffer.concat([begin, metadata(1), rest.subarray(0, -2)]), 'image/jpeg'),
      'unreadable',
    );
  });

  test('costs no more than its length when it is hostile', async () => {
    for (const filler of ['ff', 'ff00', 'ffe00002', 'ffd0'])
      assert.equal(
        await rejectionOf(
          Buffer.concat([begin, Buffer.alloc(14_999_000, filler, 'hex')]),
          'image/jpeg',
        ),
        'unreadable',
        filler,
      );
  });
});

test('a HEIC measures by its largest image, and costs no more than its length when it is hostile', async () => {
  const heic = fileOf('passport.heic');
  // The first image is a square of 512 pixels, as the tiles of a phone's photograph are.
  assert.equal(await rejectionOf(heic, 'image/heic'), null);
  const container = Buffer.from(heic);
  container.write('mif1', 8, 'latin1');
  assert.equal(await rejectionOf(container, 'image/heic'), null);
  const size = Buffer.from(`${'00000014'}69737065${'00'.repeat(4)}${'000003e8'.repeat(2)}`, 'hex');
  const sizes = Buffer.alloc(700_000 * size.length, size);
  assert.equal(await rejectionOf(Buffer.concat([heic, sizes]), 'image/heic'), null);
  for (const next of ['00000000', '00000004', '00000001ffffffffffffffff', 'ffffffff'])
    assert.equal(
      await rejectionOf(
        Buffer.concat([heic.subarray(0, 32), Buffer.from(next, 'hex'), Buffer.alloc(99)]),
        'image/heic',
      ),
      'unreadable',
      next,
    );
});
