import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readAssembly } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { functionsOf } from '../functions/lambda-function.ts';
import { type Small, writeSmallAssembly } from './helpers/small-assembly.ts';

const removals: (() => void)[] = [];
after(() => {
  for (const remove of removals) remove();
});

const read = (small: Partial<Small>) => {
  const { folder, remove } = writeSmallAssembly({ functions: {}, ...small });
  removals.push(remove);
  return readAssembly(folder);
};

/** What an expression resolves to, standing in a property beside two resources it may refer to. */
const resolved = (expression: unknown, template: Record<string, unknown> = {}): unknown => {
  const resources = {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'things' } },
    Queue: { Type: 'AWS::SQS::Queue', Properties: {} },
    Key: { Type: 'AWS::KMS::Key', Properties: {} },
    Holder: { Type: 'AWS::KMS::Alias', Properties: { AliasName: 'alias/a', value: expression } },
  };
  const { resources: found } = read({ resources, template });
  return found.find(({ logicalId }) => logicalId === 'Holder')?.properties.value;
};

const sub = (text: string): string => text.replaceAll('<', '$' + '{').replaceAll('>', '}');

describe('an intrinsic function', () => {
  const conditions = {
    Parameters: { Size: { Type: 'String', Default: 'small' } },
    Mappings: { Sizes: { small: { memory: 1 } } },
    Conditions: {
      Yes: { 'Fn::Equals': [{ Ref: 'Size' }, 'small'] },
      No: { 'Fn::Not': [{ Condition: 'Yes' }] },
      Both: { 'Fn::And': [{ Condition: 'Yes' }, { Condition: 'No' }] },
      Either: { 'Fn::Or': [{ Condition: 'Yes' }, { Condition: 'No' }] },
    },
  };
  const cases: [expression: unknown, value: unknown][] = [
    [{ Ref: 'Table' }, 'things'],
    [{ Ref: 'Size' }, 'small'],
    [{ Ref: 'AWS::AccountId' }, '000000000000'],
    [{ Ref: 'AWS::Region' }, 'eu-west-1'],
    [{ Ref: 'AWS::Partition' }, 'aws'],
    [{ Ref: 'AWS::URLSuffix' }, 'amazonaws.com'],
    [{ Ref: 'Queue' }, 'https://sqs.eu-west-1.amazonaws.com/000000000000/small-Queue'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:aws:dynamodb:eu-west-1:000000000000:table/things'],
    [{ 'Fn::GetAtt': 'Queue.Arn' }, 'arn:aws:sqs:eu-west-1:000000000000:small-Queue'],
    [{ 'Fn::Join': ['/', ['a', { Ref: 'Table' }, 1]] }, 'a/things/1'],
    [
      { 'Fn::Sub': sub('<Table>, <Table.Arn>, <!Table>') },
      sub('things, arn:aws:dynamodb:eu-west-1:000000000000:table/things, <Table>'),
    ],
    [{ 'Fn::Sub': [sub('<a>-<AWS::Region>'), { a: { Ref: 'Table' } }] }, 'things-eu-west-1'],
    [{ 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b'] }] }, 'b'],
    [{ 'Fn::If': ['Yes', 1, 2] }, 1],
    [{ 'Fn::If': ['No', 1, 2] }, 2],
    [{ 'Fn::If': ['Both', 1, 2] }, 2],
    [{ 'Fn::If': ['Either', 1, 2] }, 1],
    [{ 'Fn::FindInMap': ['Sizes', { Ref: 'Size' }, 'memory'] }, 1],
    [{ a: { Ref: 'AWS::NoValue' }, b: [{ Ref: 'AWS::NoValue' }, 2] }, { b: [2] }],
    [{ Condition: { StringEquals: { a: 'b' } } }, { Condition: { StringEquals: { a: 'b' } } }],
  ];
  for (const [expression, value] of cases) {
    test(`${JSON.stringify(expression)} is resolved`, () => assert.deepEqual(resolved(expression, conditions), value));
  }

  const unknowns: [expression: unknown, sentence: RegExp][] = [
    [{ 'Fn::ImportValue': 'x' }, /small uses Fn::ImportValue, which local\/ does not understand/],
    [{ 'Fn::GetAZs': '' }, /uses Fn::GetAZs/],
    [{ Ref: 'Nobody' }, /refers to Nobody, which it does not declare/],
    [{ 'Fn::GetAtt': ['Table', 'Colour'] }, /asks Table \(AWS::DynamoDB::Table\) for Colour/],
    [{ 'Fn::If': ['Maybe', 1, 2] }, /has no condition Maybe/],
    [{ 'Fn::Join': ['', [{ a: 1 }]] }, /joins \{"a":1\} into a text/],
  ];
  for (const [expression, sentence] of unknowns) {
    test(`${JSON.stringify(expression)} is refused by name`, () => {
      assert.throws(() => resolved(expression), { name: 'BadConfiguration', message: sentence });
    });
  }
});

describe('the assembly', () => {
  const table = { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'things' } };
  const idsOf = (resources: readonly Resource[]) => resources.map(({ logicalId }) => logicalId).sort();

  test('names everything alike at every reading', () => {
    const resources = { Key: { Type: 'AWS::KMS::Key', Properties: {} }, Api: { Type: 'AWS::ApiGateway::RestApi' } };
    const [first, second] = [read({ resources }), read({ resources })];
    assert.deepEqual(first.resources, second.resources);
    const key = first.resources.find(({ type }) => type === 'AWS::KMS::Key');
    assert.match(key?.physicalId ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(key?.environment, 'sandbox');
    assert.equal(key?.region, 'eu-west-1');
  });

  test('leaves out what has no local meaning and what its condition leaves out', () => {
    const alarm = { Type: 'AWS::CloudWatch::Alarm', Properties: { x: { 'Fn::GetAZs': '' } } };
    const resources = { Alarm: alarm, Kept: { ...table, Condition: 'Yes' }, Gone: { ...table, Condition: 'No' } };
    const template = { Conditions: { Yes: { 'Fn::Equals': [1, 1] }, No: { 'Fn::Equals': [1, 2] } } };
    assert.deepEqual(idsOf(read({ resources, template }).resources), ['Kept', 'Role']);
  });

  test('with a type that nobody runs is refused', () => {
    const resources = { Cluster: { Type: 'AWS::ECS::Cluster', Properties: {} } };
    assert.throws(() => read({ resources }), {
      message: /has Cluster of type AWS::ECS::Cluster, which local\/ does not run/,
    });
  });

  test('that refers in a circle is refused', () => {
    const a = { Type: 'AWS::KMS::Alias', Properties: { AliasName: { Ref: 'B' } } };
    const b = { Type: 'AWS::KMS::Alias', Properties: { AliasName: { Ref: 'A' } } };
    assert.throws(() => read({ resources: { A: a, B: b } }), { message: /in a circle/ });
  });

  test('that is not there is refused with a sentence', () => {
    assert.throws(() => readAssembly('/nowhere'), { name: 'BadConfiguration', message: /synthesise it first/ });
  });

  test('whose function has no bundle is refused', () => {
    const Properties = { FunctionName: 'lost', Handler: 'a.b', Runtime: 'nodejs24.x', Role: 'r', Code: { S3Key: 'x' } };
    const found = read({ resources: { Lost: { Type: 'AWS::Lambda::Function', Properties } } });
    assert.throws(() => functionsOf(found), { message: /lost has no bundle/ });
  });
});
