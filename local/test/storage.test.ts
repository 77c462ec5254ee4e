import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { blobsInFolder, blobsInMemory } from '../storage/blobs.ts';
import { assertChecksums } from '../storage/checksums.ts';
import { type Objects, objectsIn } from '../storage/objects.ts';

const folder = mkdtempSync(join(tmpdir(), 'objects-'));
after(() => rmSync(folder, { recursive: true }));

const facts = (key: string) => ({
  key,
  etag: 'e',
  content_type: 'text/plain',
  delete_marker: false,
});
const always = () => undefined;
const add = (objects: Objects, key: string, text: string, allow: () => void = always) =>
  objects.add(facts(key), Buffer.from(text), allow);

const textOf = (objects: Objects, key: string) => {
  const version = objects.newest(key) ?? assert.fail(`nothing under ${key}`);
  return objects.read(version, 0, version.size).toString();
};

const kinds = { 'in memory': () => blobsInMemory(), 'in a folder': () => blobsInFolder(folder) };

for (const [kind, blobs] of Object.entries(kinds)) {
  describe(`objects ${kind}`, () => {
    test('that are added at once under the condition that there is none: one is', async () => {
      const objects = objectsIn(blobs());
      const onlyFirst = () => {
        if (objects.newest('raced')) throw new Error('there is one');
      };
      const tries = await Promise.allSettled(
        ['a', 'b', 'c'].map((text) => add(objects, 'raced', text, onlyFirst)),
      );
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.equal(blobs().names.filter((name) => name.endsWith('.part')).length, 0);
    });

    test('are newest in the order in which they were started, also when one overtakes another', async () => {
      const objects = objectsIn(blobs());
      const [first, second] = [
        add(objects, 'order', 'x'.repeat(3_000_000)),
        add(objects, 'order', 'second'),
      ];
      await Promise.all([first, second]);
      assert.equal(textOf(objects, 'order'), 'second');
    });

    test('that are removed uncover the version before them', async () => {
      const objects = objectsIn(blobs());
      await add(objects, 'removed', 'one');
      objects.remove(await add(objects, 'removed', 'two'));
      assert.equal(textOf(objects, 'removed'), 'one');
    });
  });
}

test('what is added after a start is newer than everything before it', async () => {
  const before = objectsIn(blobsInFolder(folder));
  for (const text of ['one', 'two', 'three']) await add(before, 'kept', text);
  await add(objectsIn(blobsInFolder(folder)), 'kept', 'four');
  assert.equal(textOf(objectsIn(blobsInFolder(folder)), 'kept'), 'four');
});

test('a body that is not the one that was signed is rejected', () => {
  const head = { method: 'PUT', url: '/a/b', headers: {} };
  const hello = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
  assertChecksums(head, hello, Buffer.from('hello'));
  assert.throws(() => assertChecksums(head, hello, Buffer.from('hallo')), {
    code: 'XAmzContentSHA256Mismatch',
  });
});
