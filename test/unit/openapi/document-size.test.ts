import assert from 'node:assert/strict';
import { servedText } from '../../../lib/document-text.ts';
import { changesSince } from '../../../openapi/compare.ts';
import { mediaOf } from '../../../openapi/page-places.ts';
import { withoutRepeatedExamples } from '../../../openapi/repeated-examples.ts';
import { document_bytes_max, partsOf, printParts } from '../../../openapi/size.ts';
import { type Any, document } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';

const served: Any = JSON.parse(servedText());

test('the document has at most 700 000 bytes as it is served', () => {
  const bytes = Buffer.byteLength(servedText());
  assert.equal(document_bytes_max, 700_000);
  assert.ok(
    bytes <= document_bytes_max,
    `${bytes} bytes; \`npm run --silent openapi -- size\` says of what`,
  );
});

test('every byte is in one part', () => {
  for (const one of [
    served,
    document,
    { openapi: '3.1.1', components: {} },
    { info: { title: '“é”', x: [1, null] } },
  ]) {
    const sum = partsOf(one).reduce((all, { bytes }) => all + bytes, 0);
    assert.equal(sum, Buffer.byteLength(JSON.stringify(one)));
  }
});

test('a part has the bytes of what it is named after', () => {
  const schemas = {
    Card: { description: 'A card.', properties: { description: { type: 'string' } } },
  };
  const bytesOf = (section: string, kind: string) =>
    partsOf({ components: { schemas } }).find((one) => one.section === section && one.kind === kind)
      ?.bytes;
  // A field that is called description is no text.
  assert.equal(bytesOf('components.schemas', 'texts'), '"A card."'.length);
  const headers = { ETag: { $ref: '#/components/headers/ETag' } };
  const paths = { '/cards': { get: { responses: { 200: { headers } } } } };
  const [found] = partsOf({ paths }).filter(({ kind }) => kind === 'headers');
  assert.deepEqual(found, {
    section: 'paths',
    kind: 'headers',
    bytes: JSON.stringify(headers).length,
  });
});

test('the table ends with all of it', () => {
  const lines = printParts(served).split('\n');
  assert.match(
    lines.at(-1) ?? '',
    new RegExp(`^ *${Buffer.byteLength(servedText())} 100\\.0% +all +of at most 700000$`),
  );
  assert.ok(lines.length > 20);
});

test('what is served differs from the whole document in examples alone', () => {
  assert.deepEqual(changesSince(document, served), []);
  assert.deepEqual(without(served), without(document));
  assert.notDeepEqual(served, document);
});

test('each resource that some response shows is shown once, by the route that reads it if there is one', () => {
  const shown = Object.values<Any>(served.paths['/cards/{card_id}'].get.responses[200].content)[0];
  assert.equal(shown.example.object, 'card');
  assert.equal(
    served.paths['/cards'].get.responses[200].content['application/json'].example,
    undefined,
  );
  assert.equal(
    served.paths['/cards/{card_id}/freeze'].post.responses[200].content['application/json'].example,
    undefined,
  );
  const refsOf = (of: Any, some: (media: Any) => boolean) =>
    Object.values<Any>(of.paths)
      .flatMap((item) =>
        Object.values<Any>(item).flatMap(({ responses }) => Object.values<Any>(responses)),
      )
      .flatMap(({ content }) => (content ? [mediaOf<Any>(content)] : []))
      .filter((media) => media.schema?.$ref && some(media))
      .map(({ schema }) => itemRefOf(schema.$ref));
  const all = refsOf(document, ({ example }) => example !== undefined);
  const kept = refsOf(served, ({ example }) => example !== undefined);
  assert.deepEqual(kept.toSorted(), [...new Set(all)].toSorted());
});

test('two events are shown, one without and one with old values, and every body of a request', () => {
  const events = Object.entries<Any>(served.webhooks).flatMap(([type, { post }]) => {
    const { example } = post.requestBody.content['application/json'];
    return example ? [[type, example.previous === null]] : [];
  });
  assert.deepEqual(events, [
    ['customer.created', true],
    ['customer.updated', false],
  ]);
  for (const item of Object.values<Any>(served.paths))
    for (const { requestBody, operationId } of Object.values<Any>(item))
      if (requestBody) assert.ok(mediaOf<Any>(requestBody.content).example, operationId);
});

test('the whole document stays as it was', () => {
  const before = JSON.stringify(document);
  withoutRepeatedExamples(document);
  assert.equal(JSON.stringify(document), before);
});

const itemRefOf = (ref: string): string => {
  const { properties = {} } = document.components.schemas[ref.split('/').at(-1) ?? ''];
  return (properties.has_more && properties.data?.items?.$ref) || ref;
};

const without = (of: Any): Any =>
  JSON.parse(JSON.stringify(of), (name, value) => (name === 'example' ? undefined : value));
