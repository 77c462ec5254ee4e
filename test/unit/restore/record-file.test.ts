import assert from 'node:assert/strict';
import { recordFile } from '../../../bin/start/target.ts';
import { environments } from '../../../lib/environments.ts';
import { test } from '../../helpers/tests.ts';

const { region } = environments.sandbox;

test('a command keeps a record for each environment, region and place', () => {
  const local = { name: 'here', config: { region, endpoint: 'http://127.0.0.1:1' } };
  assert.equal(recordFile('sandbox', local), '.restore/sandbox-local.json');
  assert.equal(recordFile('live', { name: 'AWS', config: { region } }), '.restore/live-aws.json');
  const elsewhere = { name: 'AWS', config: { region: 'us-west-2' } };
  assert.equal(
    recordFile('sandbox', elsewhere, 'backfill-x-'),
    '.restore/backfill-x-sandbox-us-west-2-aws.json',
  );
});
