import assert from 'node:assert/strict';
import type { ListMatch } from '../../../../functions/identity/screeners/screener.ts';
import { toScreeningResource } from '../../../../functions/identity/screenings/changes.ts';
import {
  decidedFinding,
  openMatches,
  type Screening,
  screenedOf,
  screeningIdOf,
  searched,
  subjectOf,
} from '../../../../functions/identity/screenings/model.ts';
import type { ScreeningAction } from '../../../../functions/identity/screenings/states.ts';
import {
  aBusinessCustomer,
  aCompletePerson,
  aPerson,
  aRepresentative,
} from '../../../helpers/fixtures/customers.ts';
import { aFirstScreening, aMatch } from '../../../helpers/fixtures/screenings.ts';
import { test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-25T12:00:00.000Z');
const owner = { tenant_id: 'biz_1', customer_id: 'cus_1', subject_id: 'cus_1' };
const first = (...matches: ListMatch[]) => aFirstScreening(owner, matches);
const found = (list_version: string, matches: readonly ListMatch[] = []) => ({
  list_version,
  matches,
  not_compared: [],
  names: ['Ada Lovelace'],
});
const again = (read: Screening, ...matches: ListMatch[]) =>
  searched(read, owner, found('v2', matches), now);
const decide = (read: Screening, action: ScreeningAction, entry_id = '102') =>
  decidedFinding(
    read,
    action,
    { list: 'ofac', entry_id, reason: 'Another person.', operator_id: 'opr_1' },
    now,
  );
const other = aMatch({ entry_id: '103' });

test('a first search without a match is clear and has no event; with one it is open and has', () => {
  const nothing = searched(undefined, owner, found('v1'), now);
  assert.deepEqual(
    [nothing.after.status, nothing.after.version, nothing.event],
    ['clear', 1, undefined],
  );
  const one = searched(undefined, owner, found('v1', [aMatch()]), now);
  assert.deepEqual([one.after.status, one.event], ['open', 'screening.match_found']);
});

test('the same entry found again has no event, a new one has, and one that is gone clears', () => {
  assert.equal(again(first(aMatch()), aMatch({ score: 0.95 })).event, undefined);
  assert.equal(again(first(aMatch()), aMatch(), other).event, 'screening.match_found');
  const gone = again(first(aMatch()));
  assert.deepEqual(
    [gone.after.status, gone.event, gone.after.list_version],
    ['clear', 'screening.cleared', 'v2'],
  );
});

test('a cleared entry stays cleared, also when it was gone between', () => {
  const { after, event } = decide(first(aMatch()), 'clear');
  assert.deepEqual(
    [after.status, after.status_reason, event],
    ['clear', 'Another person.', 'screening.cleared'],
  );
  const back = again(again(after).after, aMatch());
  assert.deepEqual([back.after.status, back.event], ['clear', undefined]);
  assert.deepEqual(openMatches(again(after, aMatch(), other).after), [other]);
});

test('a decided entry shows who decided, when and why, an open one nothing', () => {
  const [found, open] = toScreeningResource(decide(first(aMatch(), other), 'clear').after).matches;
  const decision = {
    decided_at: now.toISOString(),
    decided_by: 'opr_1',
    reason: 'Another person.',
  };
  assert.partialDeepStrictEqual(found, { status: 'cleared', ...decision });
  assert.partialDeepStrictEqual(open, {
    status: 'open',
    decided_at: null,
    decided_by: null,
    reason: null,
  });
});

test('one of two cleared leaves the other open', () => {
  const { after, event } = decide(first(aMatch(), other), 'clear');
  assert.deepEqual([after.status, event], ['open', 'screening.cleared']);
});

test('a confirmed entry counts more than open ones, stays when it is gone, and can be cleared', () => {
  const { after, event } = decide(first(aMatch(), other), 'confirm');
  assert.deepEqual([after.status, event], ['confirmed', 'screening.confirmed']);
  assert.equal(again(after).after.status, 'confirmed');
  assert.equal(decide(after, 'clear').after.status, 'open');
});

test('an entry that is not there, or is decided so already, is rejected', () => {
  const refused = { code: 'action_not_allowed' };
  assert.throws(() => decide(first(aMatch()), 'clear', '999'), refused);
  assert.throws(() => decide(decide(first(aMatch()), 'clear').after, 'clear'), refused);
  assert.throws(() => decide(decide(first(aMatch()), 'confirm').after, 'confirm'), refused);
});

test('a person is searched by all names, a business by its own; one that is redacted by none', () => {
  const person = aCompletePerson({
    first_name: 'Ada',
    middle_name: 'Augusta',
    last_name: 'King',
  } as object);
  assert.deepEqual(subjectOf(person)?.names, ['Ada Augusta King']);
  assert.equal(subjectOf(person)?.type, 'person');
  assert.equal(
    subjectOf({ ...person, first_name: null, middle_name: null, last_name: null } as never),
    undefined,
  );
});

test('of a business those are screened by whom it is known, and who proves an identity; directors are not', () => {
  const owner = aPerson({ id: 'prs_2', roles: ['owner'], ownership_percent: 25 });
  const others = [
    aPerson({ id: 'prs_3' }),
    aPerson({ id: 'prs_4', roles: ['owner'], ownership_percent: 24.99 }),
  ];
  const business = aBusinessCustomer({
    persons: [...others, owner, aRepresentative({ id: 'prs_1' })],
  });
  assert.deepEqual(
    screenedOf(business).map(({ id }) => id),
    [business.id, 'prs_1', 'prs_2'],
  );
  const { names, type, country } = subjectOf(business) ?? {};
  assert.deepEqual([names, type, country], [['Analytical Engines Ltd'], 'organization', 'GB']);
  assert.deepEqual([subjectOf(owner)?.id, subjectOf(owner)?.type], ['prs_2', 'person']);
});

test('the id of a screening follows from the subject’s', () => {
  assert.equal(screeningIdOf('cus_01jd5fq7k9e8xv3m2n4p6r8t0w'), 'scr_01jd5fq7k9e8xv3m2n4p6r8t0w');
});
