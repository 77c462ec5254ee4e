import assert from 'node:assert/strict';
import { eventTypeNames } from '../../../functions/core/event-types.ts';
import { type Any, document, resolved } from '../../helpers/printed-document.ts';
import { describe, test } from '../../helpers/tests.ts';

type Found = { readonly schema: Any; readonly at: string };

const schemaKeywords = ['items', 'additionalProperties', 'propertyNames', 'not'];
const schemaLists = ['anyOf', 'oneOf', 'allOf'];

/** A schema and every schema within it; references are not followed, since what they lead to is walked by itself. */
const within = (schema: Any, at: string): Found[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const children = [
    ...Object.entries(schema.properties ?? {}).map(
      ([name, one]) => [one, `${at}.${name}`] as const,
    ),
    ...schemaKeywords.map((keyword) => [schema[keyword], `${at}/${keyword}`] as const),
    ...schemaLists.flatMap((keyword) =>
      (schema[keyword] ?? []).map(
        (one: Any, position: number) => [one, `${at}/${keyword}/${position}`] as const,
      ),
    ),
  ];
  return [{ schema, at }, ...children.flatMap(([one, where]) => within(one, where))];
};

/** Every schema of the document outside of the components, and those below a component. */
const unnamed = (node: Any, at: string): Found[] => {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, child]) => {
    if (name === 'example' || name === 'examples') return [];
    return name === 'schema' ? within(child, `${at}/schema`) : unnamed(child, `${at}/${name}`);
  });
};

const { schemas, ...others } = document.components;
const components = Object.entries<Any>(schemas).map(([name, schema]) => ({ schema, at: name }));
const parts = [
  ...unnamed({ ...document, components: others }, ''),
  ...components.flatMap(({ schema, at }) => within(schema, at).slice(1)),
];
const everything = [...components, ...parts];

const offending = (found: readonly Found[], offends: (one: Found) => boolean) =>
  found.filter(offends).map(({ at }) => at);

describe('generators of clients', () => {
  test('find every object and every enumeration named once', () => {
    assert.ok(parts.length > 1000);
    assert.deepEqual(
      offending(
        parts,
        ({ schema }) => schema.properties !== undefined || schema.enum !== undefined,
      ),
      [],
    );
    const enums = components.flatMap(({ schema }) =>
      schema.enum ? [JSON.stringify(schema.enum)] : [],
    );
    assert.equal(new Set(enums).size, enums.length, 'two names of one enumeration');
  });

  test('make up no name for a part of a component that another component has', () => {
    const madeUp = (at: string) =>
      at
        .split(/[._/]/)
        .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
        .join('');
    const objects = components
      .flatMap(({ schema, at }) => within(schema, at).slice(1))
      .filter(({ schema }) => [schema.type].flat().includes('object'));
    assert.ok(objects.length > 10);
    assert.deepEqual(
      offending(objects, ({ at }) => madeUp(at.replace(/\/.*/, '')) in schemas),
      [],
    );
  });

  test('make up one name for one field: that of its component and its own', () => {
    const named = (text: string) =>
      text.replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
    const owners = new Map<string, string[]>();
    for (const { schema, at } of components)
      for (const name of Object.keys(schema.properties ?? {})) {
        const madeUp = `${named(at)}${named(name)}`;
        owners.set(madeUp, [...(owners.get(madeUp) ?? []), `${at}.${name}`]);
      }
    assert.ok(owners.size > 500);
    assert.deepEqual(
      [...owners.values()].filter((fields) => fields.length > 1),
      [],
    );
  });

  test('find no bare null in a condition', () => {
    const conditions = components.flatMap(({ schema, at }) =>
      ['if', 'then', 'else'].flatMap((keyword) =>
        schema[keyword] ? [{ schema: schema[keyword], at }] : [],
      ),
    );
    assert.ok(conditions.length > 5);
    assert.deepEqual(
      offending(conditions, ({ schema }) => JSON.stringify(schema).includes('"type":"null"')),
      [],
    );
  });

  test('find nothing beside a reference but where it is wrapped', () => {
    assert.deepEqual(
      offending(
        everything,
        ({ schema }) => schema.$ref !== undefined && Object.keys(schema).length > 1,
      ),
      [],
    );
  });

  test('find null as the other type of a value, beside a reference, or last in a union', () => {
    const besideReference = everything.flatMap(({ schema }) => {
      const [one, other, ...more] = schema.anyOf ?? [];
      return one?.$ref && more.length === 0 ? [other] : [];
    });
    const inUnion = everything.flatMap(({ schema }) =>
      schema.oneOf?.length > 2 ? [schema.oneOf.at(-1)] : [],
    );
    assert.deepEqual(
      offending(
        everything,
        ({ schema }) =>
          schema.type === 'null' && ![...besideReference, ...inUnion].includes(schema),
      ),
      [],
    );
    assert.deepEqual(
      offending(
        everything,
        ({ schema }) => schema.type === undefined && schema.anyOf?.length === 1,
      ),
      [],
    );
  });

  // openapi-generator's Java reads no null where only what refers to a union says it.
  test('find null in a union, not beside a reference to one', () => {
    const { schemas } = document.components;
    const isUnion = ({ $ref }: Any) => schemas[$ref?.split('/').at(-1)]?.oneOf !== undefined;
    // Clients read no requests.
    const inRequests = ['WebhookDestinationInput', 'PublicKey'];
    const isWritten = ({ $ref }: Any) => inRequests.some((name) => $ref?.endsWith(`/${name}`));
    assert.deepEqual(
      offending(everything, ({ schema }) =>
        schema.anyOf?.some((one: Any) => isUnion(one) && !isWritten(one)),
      ),
      [],
    );
  });

  test('find what every list holds, and every whole number as wide as it may be', () => {
    const is = (schema: Any, type: string) => [schema.type].flat().includes(type);
    assert.deepEqual(
      offending(everything, ({ schema }) => is(schema, 'array') && schema.items === undefined),
      [],
    );
    const wide = (schema: Any) => !(schema.maximum < 2 ** 31);
    assert.deepEqual(
      offending(
        everything,
        ({ schema }) => is(schema, 'integer') && wide(schema) && schema.format !== 'int64',
      ),
      [],
    );
  });
});

describe('readers', () => {
  test('find a description of every component and every field', () => {
    assert.deepEqual(
      offending(components, ({ schema }) => !schema.description),
      [],
    );
    const said = (schema: Any): boolean =>
      Boolean(schema.description) ||
      (schema.$ref && said(resolved(schema))) ||
      (schema.anyOf?.length === 2 && schema.anyOf.some(said));
    // Basics and the body of an event explain these two; their constants say the rest.
    const saysItself = (schema: Any, at: string) =>
      schema.const !== undefined && /\.(object|type)$/.test(at);
    const fields = everything.flatMap(({ schema, at }) =>
      Object.entries<Any>(schema.properties ?? {}).map(([name, one]) => ({
        schema: one,
        at: `${at}.${name}`,
      })),
    );
    assert.ok(fields.length > 500);
    assert.deepEqual(
      offending(fields, ({ schema, at }) => !said(schema) && !saysItself(schema, at)),
      [],
    );
  });

  test('find a summary, a description and a described tag of every operation, and every parameter described', () => {
    const described = new Map<string, string>(
      document.tags.map(({ name, description }: Any) => [name, description]),
    );
    for (const items of [document.paths, document.webhooks])
      for (const operation of Object.values<Any>(items).flatMap(Object.values<Any>)) {
        const { operationId, summary, description, tags, parameters = [] } = operation;
        assert.ok(summary, `${operationId} has a summary`);
        // The tag of events describes them all.
        if (items === document.paths) assert.ok(description, `${operationId} has a description`);
        assert.notEqual(summary, description, operationId);
        assert.ok(
          tags.every((tag: string) => described.get(tag)),
          operationId,
        );
        const inTag = (name: string) =>
          tags.some((tag: string) => described.get(tag)?.includes(`- \`${name}\`: `));
        for (const one of parameters.map(resolved))
          assert.ok(one.description ?? inTag(one.name), `${operationId} ${one.name}`);
      }
  });

  // oapi-codegen makes no types of the parameters that webhooks alone refer to.
  test('find no reference among the headers of an event', () => {
    for (const { post } of Object.values<Any>(document.webhooks))
      assert.ok(
        post.parameters.every(({ $ref }: Any) => $ref === undefined),
        post.operationId,
      );
  });

  test('say whom to ask and what they may do with it', () => {
    assert.ok(document.info.contact.url && document.info.license.identifier);
  });
});

describe('the events that endpoints get', () => {
  test('have a tag of their own, which no route has', () => {
    const tags = (items: Any) =>
      new Set(
        Object.values<Any>(items).flatMap((item) =>
          Object.values<Any>(item).flatMap((one) => one.tags),
        ),
      );
    assert.deepEqual([...tags(document.webhooks)], ['webhook-events']);
    assert.ok(!tags(document.paths).has('webhook-events'));
    assert.match(
      document.tags.find(({ name }: Any) => name === 'webhook-events').description,
      /any order and may come twice\. .*`sequence`/,
    );
  });

  test('are one union, distinguished by their type', () => {
    const { oneOf, discriminator } = schemas.WebhookEvent;
    assert.equal(discriminator.propertyName, 'type');
    assert.deepEqual(Object.keys(discriminator.mapping).toSorted(), [...eventTypeNames].toSorted());
    assert.deepEqual(
      new Set(oneOf.map(({ $ref }: Any) => $ref)),
      new Set(Object.values(discriminator.mapping)),
    );
    for (const [name, $ref] of Object.entries(discriminator.mapping)) {
      const media = document.webhooks[name].post.requestBody.content['application/json'];
      assert.deepEqual(media.schema, { $ref });
      assert.equal(resolved({ $ref }).properties.type.const, name);
    }
  });
});
