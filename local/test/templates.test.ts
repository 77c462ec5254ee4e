import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readAssembly } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { functionsOf } from '../functions/lambda-function.ts';
import { resolveStacks } from '../template/stacks.ts';
import type { Template } from '../template/types.ts';
import { declared } from './helpers/small-api-template.ts';
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

/** The value of an expression, standing in a property beside two resources it may refer to. */
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
  const parameters = { Parameters: { Size: { Type: 'String', Default: 'small' } } };
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
      { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'Queue' }] }] },
      'sqs.eu-west-1.amazonaws.com',
    ],
    [
      { 'Fn::Sub': sub('<Table>, <Table.Arn>, <!Table>') },
      sub('things, arn:aws:dynamodb:eu-west-1:000000000000:table/things, <Table>'),
    ],
    [{ 'Fn::Sub': [sub('<a>-<AWS::Region>'), { a: { Ref: 'Table' } }] }, 'things-eu-west-1'],
    [{ a: { Ref: 'AWS::NoValue' }, b: [{ Ref: 'AWS::NoValue' }, 2] }, { b: [2] }],
    [{ Condition: { StringEquals: { a: 'b' } } }, { Condition: { StringEquals: { a: 'b' } } }],
  ];
  for (const [expression, value] of cases) {
    test(`${JSON.stringify(expression)} is resolved`, () =>
      assert.deepEqual(resolved(expression, parameters), value));
  }

  const unknowns: [expression: unknown, sentence: RegExp][] = [
    [{ 'Fn::ImportValue': 'x' }, /small uses Fn::ImportValue, which local\/ does not understand/],
    [{ 'Fn::GetAZs': '' }, /uses Fn::GetAZs/],
    [{ Ref: 'Nobody' }, /refers to Nobody, which it does not declare/],
    [{ 'Fn::GetAtt': ['Table', 'Colour'] }, /asks Table \(AWS::DynamoDB::Table\) for Colour/],
    [{ 'Fn::If': ['Maybe', 1, 2] }, /uses Fn::If/],
    [{ 'Fn::Join': ['', [{ a: 1 }]] }, /joins \{"a":1\} into a text/],
  ];
  for (const [expression, sentence] of unknowns) {
    test(`${JSON.stringify(expression)} is rejected by name`, () => {
      assert.throws(() => resolved(expression), { name: 'BadConfiguration', message: sentence });
    });
  }
});

describe('the assembly', () => {
  const table = { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'things' } };
  const idsOf = (resources: readonly Resource[]) =>
    resources.map(({ logicalId }) => logicalId).sort();

  test('names everything alike at every reading', () => {
    const resources = {
      Key: { Type: 'AWS::KMS::Key', Properties: {} },
      Api: { Type: 'AWS::ApiGateway::RestApi' },
    };
    const [first, second] = [read({ resources }), read({ resources })];
    assert.deepEqual(first.resources, second.resources);
    const key = first.resources.find(({ type }) => type === 'AWS::KMS::Key');
    assert.match(
      key?.physicalId ?? '',
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    assert.equal(key?.environment, 'sandbox');
    assert.equal(key?.region, 'eu-west-1');
  });

  test('leaves out what has no local meaning, and is rejected with a condition or a type that nobody runs', () => {
    const topic = { Type: 'AWS::SNS::Topic', Properties: { x: { 'Fn::GetAZs': '' } } };
    assert.deepEqual(idsOf(read({ resources: { Topic: topic, Table: table } }).resources), [
      'Role',
      'Table',
    ]);
    assert.throws(() => read({ resources: { Table: { ...table, Condition: 'Yes' } } }), {
      message: /has Table on a condition, which local\/ does not run/,
    });
    for (const type of [
      'AWS::ECS::Cluster',
      'AWS::Scheduler::Schedule',
      'AWS::ApiGateway::RequestValidator',
    ])
      assert.throws(() => read({ resources: { Odd: { Type: type, Properties: {} } } }), {
        name: 'BadConfiguration',
        message: `The stack small has Odd of type ${type}, which local/ does not run.`,
      });
  });

  test('that refers in a circle is rejected', () => {
    const a = { Type: 'AWS::KMS::Alias', Properties: { AliasName: { Ref: 'B' } } };
    const b = { Type: 'AWS::KMS::Alias', Properties: { AliasName: { Ref: 'A' } } };
    assert.throws(() => read({ resources: { A: a, B: b } }), { message: /in a circle/ });
  });

  test('that is not there is rejected with a sentence', () => {
    assert.throws(() => readAssembly('/nowhere'), {
      name: 'BadConfiguration',
      message: /synthesise it first/,
    });
  });

  test('whose function has no bundle is rejected', () => {
    const Properties = {
      FunctionName: 'lost',
      Handler: 'a.b',
      Runtime: 'nodejs24.x',
      Role: 'r',
      Code: { S3Key: 'x' },
    };
    const found = read({ resources: { Lost: { Type: 'AWS::Lambda::Function', Properties } } });
    assert.throws(() => functionsOf(found), { message: /lost has no bundle/ });
  });
});

const stack = (name: string, template: Template) =>
  ({
    environment: 'sandbox',
    name,
    region: 'eu-west-1',
    account: '000000000000',
    template,
  }) as const;

const data = stack('data', {
  Resources: {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: { TableName: { 'Fn::Sub': 'notes-$' + '{AWS::Region}' } },
    },
    Stream: declared('AWS::SSM::Parameter', {
      Name: { 'Fn::Join': ['', ['/notes/', 'stream']] },
      Value: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
    }),
  },
});
const events = (name: string, type = 'AWS::SSM::Parameter::Value<String>') =>
  stack('events', {
    Parameters: {
      Stream: { Type: type, Default: name },
      Unused: { Type: type, Default: '/cdk-bootstrap/version' },
    },
    Resources: {
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: { EventSourceArn: { Ref: 'Stream' } },
      },
    },
  });
const sourceIn = (stacks: Parameters<typeof resolveStacks>[0]): unknown =>
  resolveStacks(stacks).find(({ type }) => type === 'AWS::Lambda::EventSourceMapping')?.properties
    .EventSourceArn;

describe('a parameter of a template', () => {
  const arn =
    'arn:aws:dynamodb:eu-west-1:000000000000:table/notes-eu-west-1/stream/2020-01-01T00:00:00.000';

  test('of SSM has the value that another stack put there, whichever comes first', () => {
    assert.equal(sourceIn([data, events('/notes/stream')]), arn);
    assert.equal(sourceIn([events('/notes/stream'), data]), arn);
  });

  test('of SSM that no stack put there is an error that names it', () => {
    assert.throws(() => sourceIn([data, events('/notes/other')]), {
      name: 'BadConfiguration',
      message: 'The stack events reads the SSM parameter /notes/other, which no stack declares.',
    });
  });

  test('of another type is what its default says', () => {
    assert.equal(sourceIn([data, events('/notes/stream', 'String')]), '/notes/stream');
  });

  test('that is read from itself is found to be a circle', () => {
    const circle = stack('events', {
      Parameters: { Own: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/own' } },
      Resources: {
        Own: { Type: 'AWS::SSM::Parameter', Properties: { Name: '/own', Value: { Ref: 'Own' } } },
      },
    });
    assert.throws(() => resolveStacks([circle]), {
      name: 'BadConfiguration',
      message: /Own\.Value in a circle/,
    });
  });
});
