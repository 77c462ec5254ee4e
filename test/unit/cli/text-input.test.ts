import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fieldsOf } from '../../../cli/fields.ts';
import { after, test } from '../../helpers/tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'fields-'));
after(() => rmSync(folder, { recursive: true }));

const json = '{"first_name":"Zoë"}';
const [utf8, utf16] = [Buffer.from(json), Buffer.from(json, 'utf16le')];
const utf32 = Buffer.concat(
  [...json].map((one) => Buffer.from(Uint32Array.of(one.codePointAt(0) ?? 0).buffer)),
);
const big = (bytes: Buffer) => Buffer.from(bytes).swap16();
const fileOf = (...parts: readonly (readonly number[] | Buffer)[]): string => {
  const path = join(folder, 'fields.json');
  writeFileSync(path, Buffer.concat(parts.map((one) => Buffer.from(one))));
  return path;
};

test('-d @file takes UTF-8 with a byte order mark and without', async () => {
  for (const path of [fileOf(utf8), fileOf([0xef, 0xbb, 0xbf], utf8)])
    assert.deepEqual(await fieldsOf([`@${path}`]), { first_name: 'Zoë' });
});

const refused = {
  'UTF-16 (little endian)': [[0xff, 0xfe], utf16],
  'UTF-16 (big endian)': [[0xfe, 0xff], big(utf16)],
  'UTF-32 (little endian)': [[0xff, 0xfe, 0, 0], utf32],
  'UTF-32 (big endian)': [[0, 0, 0xfe, 0xff], Buffer.from(utf32).swap32()],
  'not UTF-8': [Buffer.from(json, 'latin1')],
} as const;

for (const [encoding, parts] of Object.entries(refused))
  test(`-d @file names a file that is ${encoding}, and sends nothing of it`, async () => {
    const path = fileOf(...parts);
    const message = `${path} is ${encoding}. Save it as UTF-8.`;
    await assert.rejects(fieldsOf([`@${path}`]), { name: 'UsageError', message });
  });

test('-d @file names UTF-16 without a mark too', async () => {
  await assert.rejects(fieldsOf([`@${fileOf(utf16)}`]), /is UTF-16 \(little endian\)/);
  await assert.rejects(fieldsOf([`@${fileOf(big(utf16))}`]), /is UTF-16 \(big endian\)/);
});

test('-d @file says why a file cannot be read, or is no object', async () => {
  const path = join(folder, 'none.json');
  const refusal = (given: string) =>
    fieldsOf([`@${given}`]).then(
      () => assert.fail('it was read'),
      ({ name, message }) => [name, message],
    );
  const reason = (given: string, why: string) => ['UsageError', `${given} cannot be read: ${why}.`];
  assert.deepEqual(await refusal(path), reason(path, 'it does not exist (ENOENT)'));
  assert.deepEqual(
    await refusal(folder),
    reason(folder, 'it is a folder, and a file is needed (EISDIR)'),
  );
  const below = join(fileOf(utf8), 'more.json');
  assert.deepEqual(
    await refusal(below),
    reason(below, 'a part of its path is a file, and a folder is needed (ENOTDIR)'),
  );
  for (const [text, why] of Object.entries({
    '': 'JSON',
    '[]': 'a JSON object',
    null: 'a JSON object',
  })) {
    const file = fileOf(Buffer.from(text));
    assert.deepEqual(await refusal(file), ['UsageError', `${file} is not ${why}.`]);
  }
});
