import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLocal } from '../start.ts';
import { arnOf, ruleIn } from './helpers/event-templates.ts';
import { queueIn } from './helpers/queue-machine.ts';
import { writeSmallAssembly } from './helpers/small-assembly.ts';

const cards = { 'detail-type': [{ prefix: 'card.' }] };

test('a rule that cannot be run as AWS would is refused in one sentence', async () => {
  const queue = { Cards: queueIn('cards') };
  const odd = [
    ruleIn(cards, { Arn: 'arn:aws:lambda:eu-west-1:000000000000:function:x' }, {}),
    ruleIn(cards, { Arn: arnOf('Cards'), RoleArn: 'arn:aws:iam::000000000000:role/x' }, {}),
    ruleIn(cards, { Arn: arnOf('Cards') }, { EventBusName: 'nobody' }),
    ruleIn({ source: [{ cidr: '10.0.0.0/8' }] }, { Arn: arnOf('Cards') }, {}),
  ];
  for (const Rule of odd) {
    const assembly = writeSmallAssembly({ functions: {}, resources: { ...queue, Rule } });
    await assert.rejects(startLocal({ assembly: assembly.folder, memory: true }), { name: 'BadConfiguration' });
    assembly.remove();
  }
});
