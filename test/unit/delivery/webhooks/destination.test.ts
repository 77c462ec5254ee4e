import assert from 'node:assert/strict';
import {
  addressPattern,
  type DestinationType,
  destinationErrors,
  destinationParts,
  destinationPolicy,
  sourceOf,
} from '../../../../functions/delivery/webhooks/destination.ts';
import { describe, test } from '../../../helpers/tests.ts';

const role = 'arn:aws:iam::123456789012:role/financial-services-sandbox-deliver-webhook-role';
const bus = 'arn:aws:events:eu-west-1:111122223333:event-bus/orders';
const queue = 'https://sqs.eu-west-1.amazonaws.com/111122223333/orders';
const name = (characters: number) => 'q'.repeat(characters);

describe('an address', () => {
  const valid: readonly (readonly [DestinationType, string, string, string])[] = [
    ['eventbridge', bus, 'eu-west-1', 'aws'],
    ['eventbridge', 'arn:aws:events:us-east-1:111122223333:event-bus/default', 'us-east-1', 'aws'],
    [
      'eventbridge',
      'arn:aws-cn:events:cn-north-1:111122223333:event-bus/a.b_c-d',
      'cn-north-1',
      'aws-cn',
    ],
    [
      'eventbridge',
      'arn:aws-us-gov:events:us-gov-west-1:111122223333:event-bus/x',
      'us-gov-west-1',
      'aws-us-gov',
    ],
    ['sqs', queue, 'eu-west-1', 'aws'],
    ['sqs', `${queue}.fifo`, 'eu-west-1', 'aws'],
    ['sqs', 'https://eu-west-1.queue.amazonaws.com/111122223333/orders', 'eu-west-1', 'aws'],
    ['sqs', 'https://eu-west-1.queue.amazonaws.com/111122223333/orders.fifo', 'eu-west-1', 'aws'],
    ['sqs', 'https://us-east-1.queue.amazonaws.com/111122223333/orders', 'us-east-1', 'aws'],
    ['sqs', 'https://queue.amazonaws.com/111122223333/orders', 'us-east-1', 'aws'],
    [
      'sqs',
      'https://cn-north-1.queue.amazonaws.com.cn/111122223333/orders',
      'cn-north-1',
      'aws-cn',
    ],
    [
      'sqs',
      'https://us-gov-west-1.queue.amazonaws.com/111122223333/orders',
      'us-gov-west-1',
      'aws-us-gov',
    ],
    ['sqs', 'https://sqs.eu-west-1.api.aws/111122223333/orders', 'eu-west-1', 'aws'],
    ['sqs', 'https://sqs-fips.us-east-1.amazonaws.com/111122223333/orders', 'us-east-1', 'aws'],
    [
      'sqs',
      'https://sqs-fips.us-gov-east-1.api.aws/111122223333/orders',
      'us-gov-east-1',
      'aws-us-gov',
    ],
    [
      'sqs',
      'https://sqs.cn-north-1.api.amazonwebservices.com.cn/111122223333/orders',
      'cn-north-1',
      'aws-cn',
    ],
    ['sqs', 'https://sqs.ap-southeast-7.amazonaws.com/111122223333/a_b-c', 'ap-southeast-7', 'aws'],
    [
      'sqs',
      'https://sqs.cn-northwest-1.amazonaws.com.cn/111122223333/x',
      'cn-northwest-1',
      'aws-cn',
    ],
    [
      'sqs',
      `https://sqs.us-gov-east-1.amazonaws.com/111122223333/${name(80)}`,
      'us-gov-east-1',
      'aws-us-gov',
    ],
    [
      'sqs',
      `https://sqs.sa-east-1.amazonaws.com/111122223333/${name(75)}.fifo`,
      'sa-east-1',
      'aws',
    ],
  ];
  for (const [type, address, region, partition] of valid)
    test(`${address} is one`, () => {
      const parts = destinationParts(type, address);
      assert.deepEqual(
        [parts?.region, parts?.partition, parts?.account],
        [region, partition, '111122223333'],
      );
      assert.match(address, new RegExp(addressPattern(type)));
    });

  const invalid: readonly (readonly [DestinationType, string])[] = [
    ['eventbridge', ''],
    ['eventbridge', queue],
    ['eventbridge', ` ${bus}`],
    ['eventbridge', `${bus}\n`],
    ['eventbridge', bus.toUpperCase()],
    ['eventbridge', bus.replace('111122223333', '11112222333')],
    ['eventbridge', bus.replace('111122223333', '1111-2222-3333')],
    ['eventbridge', bus.replace('111122223333', '١١١١٢٢٢٢٣٣٣٣')],
    ['eventbridge', bus.replace('eu-west-1', '')],
    ['eventbridge', bus.replace('eu-west-1', '*')],
    ['eventbridge', bus.replace('eu-west-1', 'us-iso-east-1')],
    ['eventbridge', bus.replace('eu-west-1', 'cn-north-1')],
    ['eventbridge', bus.replace('arn:aws:', 'arn:aws-cn:')],
    ['eventbridge', bus.replace('arn:aws:', 'arn:aws-iso:')],
    ['eventbridge', bus.replace('event-bus/orders', 'rule/orders')],
    ['eventbridge', bus.replace('/orders', '/aws.partner/shop.example/1')],
    ['eventbridge', bus.replace('/orders', '/*')],
    ['eventbridge', bus.replace('/orders', `/${name(257)}`)],
    ['eventbridge', bus.replace('events', 'sqs')],
    ['sqs', ''],
    ['sqs', bus],
    ['sqs', 'arn:aws:sqs:eu-west-1:111122223333:orders'],
    ['sqs', queue.replace('https', 'http')],
    ['sqs', queue.replace('https://', 'https://a:b@')],
    ['sqs', queue.replace('.com/', '.com:443/')],
    ['sqs', queue.replace('.com/', '.com./')],
    ['sqs', queue.replace('.amazonaws.com', '.amazonaws.com.example')],
    ['sqs', 'https://queue.amazonaws.com.cn/111122223333/orders'],
    ['sqs', 'https://cn-north-1.queue.amazonaws.com/111122223333/orders'],
    ['sqs', 'https://eu-west-1.queue.amazonaws.com.cn/111122223333/orders'],
    ['sqs', 'https://sqs.cn-north-1.api.aws/111122223333/orders'],
    ['sqs', 'https://sqs.eu-west-1.api.amazonwebservices.com.cn/111122223333/orders'],
    ['sqs', 'https://evil.queue.amazonaws.com/111122223333/orders'],
    ['sqs', 'https://xqueue.amazonaws.com/111122223333/orders'],
    ['sqs', 'https://sqs.api.aws/111122223333/orders'],
    ['sqs', 'https://eu-west-1.queue.api.aws/111122223333/orders'],
    ['sqs', 'https://queue-fips.amazonaws.com/111122223333/orders'],
    ['sqs', queue.replace('.amazonaws.com', '.amazonaws.com.cn')],
    ['sqs', queue.replace('eu-west-1', 'cn-north-1')],
    ['sqs', queue.replace('sqs.eu-west-1.amazonaws.com', '169.254.169.254')],
    ['sqs', queue.replace('sqs.eu-west-1', 'sqs.eu-west-1%2eevil')],
    ['sqs', queue.replace('sqs.eu-west-1', 'ｓqs.eu-west-1')],
    ['sqs', `${queue}?Action=DeleteQueue`],
    ['sqs', `${queue}#x`],
    ['sqs', `${queue}/`],
    ['sqs', `${queue}\n`],
    ['sqs', queue.replace('/orders', '/../orders')],
    ['sqs', `${queue}.fifo.fifo`],
    ['sqs', queue.replace('orders', name(81))],
    ['sqs', queue.replace('orders', `${name(76)}.fifo`)],
    ['sqs', queue.replace('orders', '')],
  ];
  for (const [type, address] of invalid)
    test(`${JSON.stringify(address)} is none of ${type}`, () => {
      assert.equal(destinationParts(type, address), null);
      assert.equal(destinationErrors(type, address, role)[0]?.code, 'invalid_format');
    });

  test('of the service’s own account, or of another partition, is rejected', () => {
    const of = (type: DestinationType, address: string) =>
      destinationErrors(type, address, role).map((item) => [
        'pointer' in item && item.pointer,
        item.detail,
      ]);
    assert.deepEqual(of('sqs', queue), []);
    const own = 'Must be in an AWS account of yours.';
    assert.deepEqual(of('sqs', queue.replace('111122223333', '123456789012')), [
      ['/destination/queue_url', own],
    ]);
    assert.deepEqual(of('eventbridge', bus.replace('111122223333', '123456789012')), [
      ['/destination/bus_arn', own],
    ]);
    const [, [, partition] = assert.fail()] = [
      '',
      ...of('sqs', 'https://sqs.cn-north-1.amazonaws.com.cn/111122223333/x'),
    ];
    assert.match(String(partition), /partition aws,/);
  });
});

test('the policy admits the role that delivers and nobody else; on a bus only with the source of the tenant', () => {
  const source = sourceOf('sandbox', 'biz_1');
  const allowed = (type: DestinationType, address: string) =>
    JSON.parse(destinationPolicy(type, address, role, source)).Statement[0];
  const common = {
    Sid: 'financialservicessandboxbiz1',
    Effect: 'Allow',
    Principal: { AWS: '123456789012' },
  };
  const byRole = { ArnEquals: { 'aws:PrincipalArn': role } };
  assert.deepEqual(allowed('sqs', `${queue}.fifo`), {
    ...common,
    Action: 'sqs:SendMessage',
    Resource: 'arn:aws:sqs:eu-west-1:111122223333:orders.fifo',
    Condition: byRole,
  });
  assert.deepEqual(allowed('eventbridge', bus), {
    ...common,
    Action: 'events:PutEvents',
    Resource: bus,
    Condition: {
      ...byRole,
      'ForAllValues:StringEquals': { 'events:source': 'financial-services/sandbox/biz_1' },
      Null: { 'events:source': 'false' },
    },
  });
});
