import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { environments } from '../../lib/environments.ts';
import { patternOf } from '../../local/patterns.ts';
import { ofType, synthesised } from '../helpers/synthesised.ts';

const stacks = (await synthesised()).filter(({ name }) => name === 'data');

for (const stack of stacks) {
  const [[, rule] = assert.fail('no rule')] = ofType(stack, 'AWS::Events::Rule');
  const keys = ofType(stack, 'AWS::KMS::Key').map(([id]) => id);
  // Each arn as text, as CloudFormation fills it in.
  const filled = JSON.parse(
    JSON.stringify(rule.Properties.EventPattern),
    (_, value) => value?.['Fn::GetAtt']?.[0] ?? value,
  );
  const fits = patternOf(filled, 'the rule of keys');
  const said = (eventName: string, ARN: string) => ({
    source: 'aws.kms',
    'detail-type': 'AWS API Call via CloudTrail',
    detail: { eventName, resources: [{ ARN, accountId: '123456789012', type: 'AWS::KMS::Key' }] },
  });

  test(`a key of ${stack.environment} that is disabled or will be deleted waits in a queue, which rings`, () => {
    assert.ok(keys.length >= 3);
    for (const key of keys)
      for (const ending of ['DisableKey', 'ScheduleKeyDeletion'])
        assert.ok(fits(said(ending, key)), `${ending} ${key}`);
    assert.ok(!fits(said('EnableKey', keys[0] ?? '')) && !fits(said('DisableKey', 'another')));
    const [{ Arn }] = rule.Properties.Targets;
    const { QueueName } = stack.resources[Arn['Fn::GetAtt'][0]]?.Properties ?? assert.fail();
    assert.equal(QueueName, `financial-services-${stack.environment}-keys-ending`);
  });

  test(`every key of data of ${stack.environment} can have replicas in other regions`, () => {
    const regional = ofType(stack, 'AWS::KMS::Key').filter(
      ([, { Properties }]) => Properties.MultiRegion !== true,
    );
    const names = regional.map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));
    assert.deepEqual(names, stack.environment === 'live' ? ['AlarmKey'] : []);
  });
}

test('the alarm says where it needs the trail of another', () => {
  for (const stack of stacks) {
    const alarms = ofType(stack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
    const { AlarmDescription } =
      alarms.find(({ AlarmName }) => AlarmName.endsWith('-keys-ending')) ?? assert.fail();
    assert.equal(
      AlarmDescription.includes('needs a trail of this account'),
      !environments[stack.environment].trailDays,
    );
  }
});

test('docs/operate/addresses-and-trail.md says what the trail does not record, which is all but three kinds of events of one region', async () => {
  const trails = (await synthesised()).flatMap((stack) => ofType(stack, 'AWS::CloudTrail::Trail'));
  for (const [, { Properties }] of trails) {
    const { IsMultiRegionTrail, IncludeGlobalServiceEvents, AdvancedEventSelectors } = Properties;
    const fields = AdvancedEventSelectors.flatMap(
      ({ FieldSelectors }: { FieldSelectors: object[] }) => FieldSelectors,
    );
    const types = fields.filter(({ Field }: { Field: string }) => Field === 'resources.type');
    assert.deepEqual(
      [
        IsMultiRegionTrail,
        IncludeGlobalServiceEvents,
        types.map(({ Equals }: { Equals: string[] }) => Equals[0]),
      ],
      [false, false, ['AWS::S3::Object', 'AWS::Lambda::Function']],
    );
  }
  assert.match(
    readFileSync('docs/operate/addresses-and-trail.md', 'utf8'),
    /This trail does not record these\..*\n\n(?: +- .*\n)* +- .*DynamoDB/,
  );
});

test('the trail of live records what EventBridge needs for it', async () => {
  const trails = (await synthesised()).flatMap((stack) => ofType(stack, 'AWS::CloudTrail::Trail'));
  const selectors = JSON.stringify(
    trails.map(([, { Properties }]) => Properties.AdvancedEventSelectors),
  );
  assert.match(selectors, /"Equals":\["Management"\].*"Field":"readOnly"|"readOnly".*"Management"/);
});
