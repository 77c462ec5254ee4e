import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableDefinition } from '../../bin/start/table-definitions.ts';
import { type TableName, tables } from '../../functions/core/dynamodb/keys.ts';
import { physicalName } from '../../lib/environments.ts';
import { type Definition, tablesOf } from '../../local/dynamodb/tables.ts';
import { ofType, synthesised } from '../helpers/synthesised.ts';

const all = await synthesised();

/** A definition without the order of what has none. */
const unordered = ({ AttributeDefinitions, ...definition }: Definition) => ({
  ...definition,
  AttributeDefinitions: AttributeDefinitions.map(
    ({ AttributeName, AttributeType }) => AttributeName + AttributeType,
  ).sort(),
});

test('the tables of tests, and of a start before its build, have the keys, indexes and streams that the templates declare', () => {
  const data = all.filter(({ name }) => name === 'data');
  assert.ok(data.length > 1);
  for (const stack of data) {
    const resources = ofType(stack, 'AWS::DynamoDB::GlobalTable').map(
      ([, { Type, Properties }]) => ({
        type: Type,
        properties: Properties,
        physicalId: Properties.TableName,
        region: 'eu-west-1',
      }),
    );
    const declared = tablesOf(resources as never).map(({ definition }) => unordered(definition));
    const ours = (Object.keys(tables) as TableName[]).map((name) =>
      unordered(tableDefinition(name, physicalName(stack.environment, name))),
    );
    assert.deepEqual(
      declared.toSorted((one, other) => (one.TableName < other.TableName ? -1 : 1)),
      ours.toSorted((one, other) => (one.TableName < other.TableName ? -1 : 1)),
    );
  }
});
