import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileOf, inspected, linearized } from '../../helpers/document-files.ts';

const rejectionOf = async (bytes: Buffer | string) =>
  (await inspected(Buffer.from(bytes), 'application/pdf')).rejection;

test('a PDF that opens with a password only is refused for that', async () => {
  assert.equal(await rejectionOf(fileOf('locked.pdf')), 'password_protected');
  assert.equal(await rejectionOf(fileOf('locked.pdf').subarray(0, -20)), 'unreadable');
});

test('a stream that stands for the trailer tells of the password as well', async () => {
  const streams = fileOf('streams.pdf').toString('latin1');
  for (const entry of ['/Encrypt 5 0 R\n', '/Encrypt<</Filter/Standard>>'])
    for (const at of ['/Type /XRef', '/Length 40'])
      assert.equal(
        await rejectionOf(Buffer.from(streams.replace(at, `${entry}${at}`), 'latin1')),
        'password_protected',
      );
});

test('the table of a long PDF is looked up wherever it stands', async () => {
  for (const length of [1_000, 100_000, 15_000_000]) {
    assert.equal(await rejectionOf(linearized('', length)), null);
    assert.equal(await rejectionOf(linearized('/Encrypt 4 0 R', length)), 'password_protected');
  }
  const middle = `%PDF-1.7\n${' '.repeat(100_000)}8 0 obj\n<< /Type/XRef /Encrypt 4 0 R >>\nstream\n${' '.repeat(100_000)}`;
  assert.equal(await rejectionOf(`${middle}\nstartxref\n100009\n%%EOF`), 'password_protected');
});

test('words that only look like an encryption are none', async () => {
  const plain = fileOf('address.pdf').toString('latin1');
  const saying = plain.replace('/Root', '/EncryptMetadata true /Root').replace('%%EOF', '/Encrypt 1 0 R\n%%EOF');
  assert.equal(await rejectionOf(saying), null);
  assert.equal(await rejectionOf(plain.replace('stream', 'stream /Encrypt 5 0 R')), null);
});

test('a file that was filled up to a round length is whole', async () => {
  assert.equal(await rejectionOf(Buffer.concat([fileOf('address.pdf'), Buffer.alloc(4096)])), null);
});

test('a PDF whose end points nowhere is still one', async () => {
  for (const offset of ['9999999999', '99999', 'x', ''])
    assert.equal(await rejectionOf(`%PDF-1.4\n1 0 obj\nstartxref\n${offset}\n%%EOF`), null, offset);
});

test('a hostile end costs no more than another', async () => {
  assert.equal(await rejectionOf(`%PDF-1.4\n${'trailer'.repeat(9_000)}%%EOF`), null);
  assert.equal(await rejectionOf(`%PDF-1.4\n${'/Type /XRef'.repeat(6_000)}%%EOF`), null);
  assert.equal(await rejectionOf(`%PDF-1.4\n${'startxref '.repeat(6_000)}${' '.repeat(60_000)}%%EOF`), null);
});
