import assert from 'node:assert/strict';
import { itemExpiresAt } from '../../../../functions/core/dynamodb/keys.ts';
import { saveAuthorization } from '../../../../functions/issuing/authorizations/table.ts';
import { anAuthorization } from '../../../helpers/fixtures/authorizations.ts';
import { afterEach, test } from '../../../helpers/tests.ts';

const at = '1970-01-02T00:00:00.999Z';
const day_s = 24 * 60 * 60;
afterEach(() => {
  process.env.RETENTION = '{}';
});

test('events end after 400 days and deliveries after 90, and nothing else does, unless the environment says otherwise', () => {
  const ends = () =>
    (['eventsDays', 'deliveriesDays', 'declinedAuthorizationsDays'] as const).map((of) =>
      itemExpiresAt(of, at),
    );
  assert.deepEqual(ends(), [401 * day_s, 91 * day_s, undefined]);
  process.env.RETENTION = '{"deliveriesDays":7,"declinedAuthorizationsDays":30}';
  assert.deepEqual(ends(), [401 * day_s, 8 * day_s, 31 * day_s]);
});

test('what was declined ends where that is said, and what was approved never does', () => {
  const endingOf = (approved: boolean) => {
    const write = saveAuthorization(anAuthorization({ approved, created_at: at }));
    return write.kind === 'put' && write.item.expires_at_s;
  };
  assert.deepEqual([endingOf(true), endingOf(false)], [undefined, undefined]);
  process.env.RETENTION = '{"declinedAuthorizationsDays":30}';
  assert.deepEqual([endingOf(true), endingOf(false)], [undefined, 31 * day_s]);
});
