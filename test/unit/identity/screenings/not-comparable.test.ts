import assert from 'node:assert/strict';
import type { ListMatch } from '../../../../functions/identity/screeners/screener.ts';
import { toScreeningResource } from '../../../../functions/identity/screenings/changes.ts';
import {
  decidedFinding,
  isClear,
  type Screening,
  searched,
} from '../../../../functions/identity/screenings/model.ts';
import type { ScreeningAction } from '../../../../functions/identity/screenings/states.ts';
import { aMatch } from '../../../helpers/fixtures/screenings.ts';
import { test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-25T12:00:00.000Z');
const owner = { tenant_id: 'biz_1', customer_id: 'cus_1', subject_id: 'cus_1' };
const [ethiopic, other] = ['አበበ ቢቂላ', 'ሰላም ቢቂላ'];

/** The answer of a search of lists for a name in Ethiopic letters, or beside it in Latin ones. */
const answer = (name: string = ethiopic, latin?: string, list_version = 'v1') => ({
  list_version,
  matches: [] as ListMatch[],
  not_compared: latin ? [] : ['Ethi'],
  names: [name, ...(latin ? [latin] : [])],
});
const search = (read: Screening | undefined, found = answer()) => searched(read, owner, found, now);
const decide = (read: Screening, action: ScreeningAction) =>
  decidedFinding(
    read,
    action,
    { finding: 'not_comparable', reason: 'Searched by hand.', operator_id: 'opr_1' },
    now,
  );
const found = search(undefined).after;
const cleared = decide(found, 'clear').after;

test('a name of which every spelling has letters that are not compared is open, with the script, and has its event', () => {
  const { after, event } = search(undefined);
  assert.deepEqual(
    [after.status, isClear(after), event],
    ['open', false, 'screening.not_comparable'],
  );
  const { not_comparable, open_count, allowed_actions } = toScreeningResource(after);
  assert.partialDeepStrictEqual(not_comparable, {
    scripts: ['Ethi'],
    status: 'open',
    decided_at: null,
  });
  assert.deepEqual([open_count, allowed_actions], [1, ['clear', 'confirm']]);
});

test('a person clears it, which holds with the next lists, and is shown with who decided, when and why', () => {
  const { after, event } = decide(found, 'clear');
  assert.deepEqual(
    [after.status, event, after.status_reason],
    ['clear', 'screening.cleared', 'Searched by hand.'],
  );
  const shown = {
    status: 'cleared',
    decided_by: 'opr_1',
    decided_at: now.toISOString(),
    reason: 'Searched by hand.',
  };
  assert.partialDeepStrictEqual(toScreeningResource(after).not_comparable, shown);
  const again = search(after, answer(ethiopic, undefined, 'v2'));
  assert.deepEqual(
    [again.after.status, again.event, again.after.list_version],
    ['clear', undefined, 'v2'],
  );
  assert.partialDeepStrictEqual(again.after.not_comparable, shown);
});

test('another name opens it again; the same search twice has one event', () => {
  const renamed = search(cleared, answer(other));
  assert.deepEqual([renamed.after.status, renamed.event], ['open', 'screening.not_comparable']);
  assert.equal(renamed.after.not_comparable?.reason, null);
  assert.equal(search(renamed.after, answer(other, undefined, 'v2')).event, undefined);
  assert.equal(search(found, answer(other)).event, 'screening.not_comparable');
});

test('a Latin name that no list has ends the finding, with the event', () => {
  const { after, event } = search(found, answer(ethiopic, 'Abebe Bikila'));
  assert.deepEqual(
    [after.status, after.not_comparable, event],
    ['clear', null, 'screening.cleared'],
  );
  assert.deepEqual(search(undefined, answer(ethiopic, 'Abebe Bikila')).after.not_comparable, null);
});

test('a Latin name that a list has is open for the entry alone', () => {
  const { after, event } = search(found, {
    ...answer(ethiopic, 'Ilyan Qorvath'),
    matches: [aMatch()],
  });
  assert.deepEqual(
    [after.status, after.not_comparable, event],
    ['open', null, 'screening.match_found'],
  );
});

test('an entry that is cleared leaves the name open, and a name that is cleared leaves the entry', () => {
  const both = search(undefined, { ...answer(), matches: [aMatch()] });
  assert.deepEqual(
    [both.event, toScreeningResource(both.after).open_count],
    ['screening.match_found', 2],
  );
  assert.equal(decide(both.after, 'clear').after.status, 'open');
  const entry = { list: 'ofac', entry_id: '102', reason: 'Another person.', operator_id: 'opr_1' };
  const without = decidedFinding(both.after, 'clear', entry, now).after;
  assert.deepEqual([without.status, decide(without, 'clear').after.status], ['open', 'clear']);
});

test('what a person confirms stays whatever the name becomes, until a person clears it', () => {
  const { after, event } = decide(found, 'confirm');
  assert.deepEqual([after.status, event], ['confirmed', 'screening.confirmed']);
  const latin = search(after, answer(ethiopic, 'Abebe Bikila'));
  assert.deepEqual([latin.after.status, latin.event], ['confirmed', undefined]);
  const renamed = search(latin.after, answer(other)).after;
  assert.deepEqual([renamed.status, renamed.not_comparable?.names], ['confirmed', [other]]);
  assert.equal(decide(renamed, 'clear').after.status, 'clear');
  assert.equal(search(decide(renamed, 'clear').after, answer(other)).after.status, 'clear');
});

test('a name that was compared, or is decided so already, is nothing to decide about', () => {
  const compared = search(undefined, answer(ethiopic, 'Abebe Bikila')).after;
  for (const decision of [
    () => decide(compared, 'clear'),
    () =>
      decide(
        search(undefined, { ...answer(ethiopic, 'Ilyan'), matches: [aMatch()] }).after,
        'clear',
      ),
    () => decide(cleared, 'clear'),
    () => decide(decide(found, 'confirm').after, 'confirm'),
  ])
    assert.throws(decision, { code: 'action_not_allowed' });
});
