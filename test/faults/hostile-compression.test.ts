import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { keptAnswer } from '../../functions/delivery/deliveries/kept-answer.ts';
import { randomFrom } from '../helpers/random.ts';
import { httpReceiver } from '../helpers/receiver.ts';
import { post, question } from '../helpers/sending.ts';

const encoders: readonly (readonly [coding: string, encode: (text: string | Buffer) => Buffer])[] =
  [
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZip', gzipSync],
    ['identity, gzip', gzipSync],
    ['deflate', deflateSync],
    ['Deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ];

/** An answer of these bytes that says that they are encoded so. */
const kept = (bytes: Buffer, coding: string) => {
  const [headers, headersDistinct] = [
    { 'content-encoding': coding },
    { 'content-encoding': [coding] },
  ];
  return keptAnswer(
    { statusCode: 200, headers, headersDistinct },
    { pieces: [bytes], bytes: bytes.length },
  );
};

describe('a compressed answer, though none was asked for, is kept as the text that it is', () => {
  const text = JSON.stringify({ error: 'Größe 漢字', trace: 'x'.repeat(300) });
  for (const [coding, encode] of encoders)
    test(coding, async (t) => {
      const sent = encode(text);
      const { url } = await httpReceiver(t, (_, response) =>
        response.writeHead(422, { 'content-encoding': coding }).end(sent),
      );
      const { response } = await post(url);
      assert.equal(response?.body, text);
      assert.equal(response?.headers['content-encoding'], coding);
      assert.equal(response?.body_bytes, sent.length);
      assert.equal(response?.body_sha256, createHash('sha256').update(sent).digest('hex'));
      assert.equal((await question(url)).response?.body, text);
    });

  test('of one that is longer than is read, its beginning', async () => {
    const noise = Buffer.from(randomBytes(40_000).toString('hex'));
    for (const [coding, encode] of encoders) {
      const { body } = await kept(encode(noise).subarray(0, 20_000), coding);
      assert.equal(body, noise.subarray(0, 4096).toString(), coding);
    }
  });

  test('of one that breaks off, what came', async () => {
    for (const [coding, encode] of encoders) {
      const noise = randomBytes(1_000).toString('hex');
      const { body } = await kept(encode(noise).subarray(0, 800), coding);
      assert.ok(noise.startsWith(body) && body.length > 100, `${coding}: ${body.length}`);
    }
  });
});

test('an answer that would inflate to many megabytes is inflated no further than is kept', async () => {
  const bombs = encoders.map(
    ([coding, encode]) => [coding, encode(Buffer.alloc(16 * 1024 * 1024, 'a'))] as const,
  );
  /** In kilobytes; it never falls. */
  const before = process.resourceUsage().maxRSS;
  for (const [coding, bomb] of bombs) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => kept(bomb.subarray(0, 16_384), coding)),
    );
    for (const { body } of answers) assert.equal(body, 'a'.repeat(4096), coding);
  }
  const grown = process.resourceUsage().maxRSS - before;
  assert.ok(grown < 300 * 1024, `${grown} KB more are held`);
});

test('what is not what its header says is kept as it came', async () => {
  const text = '{"error":"none of it is compressed"}';
  for (const coding of [
    'gzip',
    'br',
    'deflate',
    'zstd',
    'compress',
    'gzip, gzip',
    'x',
    '',
    ',',
    'identity',
    '__proto__',
  ]) {
    const { body, body_bytes } = await kept(Buffer.from(text), coding);
    assert.deepEqual([body, body_bytes], [text, text.length], coding);
  }
  assert.equal((await kept(Buffer.alloc(0), 'gzip')).body, '');
});

test('whatever the bytes, an answer is kept', async () => {
  const chance = randomFrom(7);
  for (let nth = 0; nth < 400; nth++) {
    const [coding, encode] = encoders[nth % encoders.length] ?? assert.fail();
    const bytes = encode('text that is repeated, '.repeat(40));
    for (let flips = Math.floor(chance() * 4); flips > 0; flips--)
      bytes[Math.floor(chance() * bytes.length)] = Math.floor(chance() * 256);
    const answer = await kept(bytes.subarray(0, Math.floor(chance() * (bytes.length + 1))), coding);
    assert.ok(Buffer.byteLength(answer.body) <= 3 * 4096, `answer ${nth}`);
  }
});
