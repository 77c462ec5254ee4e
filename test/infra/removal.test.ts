import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ofType, type SynthesisedStack, synthesised } from '../helpers/synthesised.ts';

const stacks = await synthesised();
const of = (environment: string) => stacks.filter((stack) => stack.environment === environment);

const protection = /"DeletionProtection(Enabled)?": ?(true|"ACTIVE")/;

/** The resources that stay when their stack goes. */
const kept = (stack: SynthesisedStack): string[] =>
  Object.entries(stack.resources)
    .filter(([, { DeletionPolicy = 'Delete' }]) => DeletionPolicy !== 'Delete')
    .map(([id, { Type }]) => `${Type} ${id}`);

describe('a sandbox that is destroyed', () => {
  test('takes all with it but what stages of the whole account write their logs with', () => {
    assert.deepEqual(
      of('sandbox')
        .flatMap(kept)
        .map((one) => one.split(' ')[0]),
      ['AWS::IAM::Role', 'AWS::ApiGateway::Account'],
    );
  });

  test('is protected by nothing', () => {
    for (const stack of of('sandbox')) {
      assert.equal(stack.terminationProtection, false, stack.name);
      assert.doesNotMatch(stack.text, protection, stack.name);
    }
    assert.ok(
      of('live').some(({ text }) => protection.test(text)),
      'what is looked for is what live has',
    );
  });
});

test('a live that is deleted leaves every table, bucket, key of data, person and line behind', () => {
  const types = [
    'AWS::DynamoDB::GlobalTable',
    'AWS::S3::Bucket',
    'AWS::KMS::Key',
    'AWS::Cognito::UserPool',
    'AWS::Logs::LogGroup',
  ];
  const going = of('live').flatMap((stack) =>
    types
      .flatMap((type) => ofType(stack, type))
      .flatMap(([id, { DeletionPolicy }]) =>
        DeletionPolicy === 'RetainExceptOnCreate' ? [] : [id],
      ),
  );
  // The key encrypted only alarms that were already sent.
  assert.deepEqual(
    going.map((id) => id.replace(/[0-9A-F]{8}$/, '')),
    ['AlarmKey'],
  );
});
