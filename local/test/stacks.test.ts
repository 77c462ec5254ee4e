import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Template } from '../template/stack.ts';
import { resolveStacks } from '../template/stacks.ts';

const stack = (name: string, template: Template) =>
  ({ environment: 'sandbox', name, region: 'eu-west-1', account: '000000000000', template }) as const;

const data = stack('data', {
  Resources: {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: { 'Fn::Sub': 'notes-$' + '{AWS::Region}' } } },
    Stream: {
      Type: 'AWS::SSM::Parameter',
      Properties: {
        Name: { 'Fn::Join': ['', ['/notes/', 'stream']] },
        Value: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
      },
    },
  },
});
const events = (name: string, type = 'AWS::SSM::Parameter::Value<String>') =>
  stack('events', {
    Parameters: { Stream: { Type: type, Default: name }, Unused: { Type: type, Default: '/cdk-bootstrap/version' } },
    Resources: {
      Mapping: { Type: 'AWS::Lambda::EventSourceMapping', Properties: { EventSourceArn: { Ref: 'Stream' } } },
    },
  });
const sourceIn = (stacks: Parameters<typeof resolveStacks>[0]): unknown =>
  resolveStacks(stacks).find(({ type }) => type === 'AWS::Lambda::EventSourceMapping')?.properties.EventSourceArn;

describe('a parameter of a template', () => {
  const arn = 'arn:aws:dynamodb:eu-west-1:000000000000:table/notes-eu-west-1/stream/2020-01-01T00:00:00.000';

  test('of SSM has the value that another stack put there, whichever comes first', () => {
    assert.equal(sourceIn([data, events('/notes/stream')]), arn);
    assert.equal(sourceIn([events('/notes/stream'), data]), arn);
  });

  test('of SSM that no stack put there is an error that names it', () => {
    assert.throws(() => sourceIn([data, events('/notes/other')]), {
      name: 'BadConfiguration',
      message: 'The stack events reads /notes/other from SSM, where no stack put it.',
    });
  });

  test('of another type is what its default says', () => {
    assert.equal(sourceIn([data, events('/notes/stream', 'String')]), '/notes/stream');
  });

  test('that is read from itself is found to be a circle', () => {
    const circle = stack('events', {
      Parameters: { Own: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/own' } },
      Resources: { Own: { Type: 'AWS::SSM::Parameter', Properties: { Name: '/own', Value: { Ref: 'Own' } } } },
    });
    assert.throws(() => resolveStacks([circle]), { name: 'BadConfiguration', message: /Own\.Value in a circle/ });
  });
});
