import assert from 'node:assert/strict';
import { inspectBytes } from '../../../../functions/identity/documents/inspect-bytes.ts';
import { fileOf } from '../../../helpers/document-files.ts';
import { test } from '../../../helpers/tests.ts';

const rejectionOf = async (file: Buffer | string) =>
  (await inspectBytes('application/pdf', Buffer.from(file))).rejection;

/** A PDF of so many bytes whose table of objects stands at its beginning, before all that fills it. */
const linearized = (trailer: string, length: number): Buffer => {
  const table = `%PDF-1.7\n10 0 obj\n<< /Type /XRef /Size 1 ${trailer} >>\nstream\n\nendstream\nendobj\n`;
  const end = '\nstartxref\n9\n%%EOF\n';
  return Buffer.from(
    `${table}${' '.repeat(Math.max(0, length - table.length - end.length))}${end}`,
  );
};

test('a PDF that opens only with a user password is rejected; one with an owner password alone is accepted', async () => {
  for (const revision of [2, 3, 4, 5, 6]) {
    assert.equal(
      await rejectionOf(fileOf(`user-password-${revision}.pdf`)),
      'password_protected',
      `${revision}`,
    );
    assert.equal(await rejectionOf(fileOf(`owner-password-${revision}.pdf`)), null, `${revision}`);
  }
  assert.equal(await rejectionOf(fileOf('owner-password-4-metadata.pdf')), null);
  assert.equal(await rejectionOf(fileOf('locked.pdf')), 'password_protected');
  assert.equal(await rejectionOf(fileOf('locked.pdf').subarray(0, -20)), 'unreadable');
});

test('a PDF whose encryption cannot be checked is password protected', async () => {
  const owner = fileOf('owner-password-6.pdf').toString('latin1');
  for (const [from, to] of [
    ['/Standard', '/Adobe.PubSec'],
    ['/R 6', '/R 9'],
    ['/U <', '/u <'],
  ] as const) {
    assert.ok(owner.includes(from));
    assert.equal(
      await rejectionOf(Buffer.from(owner.replace(from, to), 'latin1')),
      'password_protected',
      from,
    );
  }
});

test('anything may precede the header of a PDF within 1 024 bytes', async () => {
  for (const name of ['address.pdf', 'streams.pdf', 'owner-password-4.pdf'])
    for (const before of ['\r\n \n', 'Content-Type: application/pdf\r\n\r\n', '\0'.repeat(1019)])
      assert.equal(
        await rejectionOf(Buffer.concat([Buffer.from(before), fileOf(name)])),
        null,
        name,
      );
  assert.equal(
    await rejectionOf(Buffer.concat([Buffer.from('\n'), fileOf('user-password-6.pdf')])),
    'password_protected',
  );
  assert.equal(
    await rejectionOf(Buffer.concat([Buffer.alloc(1020, ' '), fileOf('address.pdf')])),
    'unreadable',
  );
});

test('a stream in place of the trailer says that the file is encrypted as well', async () => {
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
  const saying = plain
    .replace('/Root', '/EncryptMetadata true /Root')
    .replace('%%EOF', '/Encrypt 1 0 R\n%%EOF');
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
  assert.equal(
    await rejectionOf(`%PDF-1.4\n${'startxref '.repeat(6_000)}${' '.repeat(60_000)}%%EOF`),
    null,
  );
  const objects = '4 0 obj\n<< /Filter /Standard >>\n'.repeat(450_000);
  assert.equal(
    await rejectionOf(`%PDF-1.4\n${objects}trailer << /Encrypt 4 0 R >>\n%%EOF`),
    'password_protected',
  );
});
