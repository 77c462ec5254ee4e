import { by, type EventRecords, onlyBy } from '../../core/event-record.ts';
import { submitted } from '../verifications/events.ts';
import type { ScreeningEventType } from './states.ts';

const operator =
  'An operator decides that: fsapi trigger screening.match_found, then open the customer in the dashboard.';

const undecided = { decided_at: null, decided_by: null, reason: null };

const entryDecision = {
  decided_at: '2026-11-20T15:04:05.123Z',
  decided_by: 'opr_01jd5fq7k9e8xv3m2n4p6r8t0w',
  reason: 'Born in another year.',
};

const screening = (
  status: 'clear' | 'open' | 'confirmed',
  version: number,
  match: 'open' | 'cleared' | 'confirmed',
) => ({
  version,
  status,
  status_reason: match === 'open' ? null : entryDecision.reason,
  allowed_actions: status === 'open' ? ['clear', 'confirm'] : ['clear'],
  open_count: status === 'open' ? 1 : 0,
  matches: [
    {
      list: 'ofac',
      entry_id: '12345',
      name: 'Ada LOVELASE',
      score: 0.93,
      categories: ['sanction'],
      url: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=12345',
      status: match,
      ...(match === 'open' ? undecided : entryDecision),
    },
  ],
  not_comparable: null,
});

const notComparable = {
  matches: [],
  not_comparable: { scripts: ['Ethi'], status: 'open', ...undecided },
};

/** The events of a screening. */
export const screeningEvents: EventRecords<ScreeningEventType> = {
  'screening.match_found': {
    sample: { sequence: 1, data: screening('open', 1, 'open') },
    trigger: by(...submitted('Listed')),
  },
  'screening.not_comparable': {
    sample: {
      sequence: 1,
      data: { ...screening('open', 1, 'open'), ...notComparable },
    },
    trigger: by(...submitted('Not Comparable')),
  },
  'screening.cleared': {
    sample: { sequence: 2, data: screening('clear', 2, 'cleared') },
    trigger: onlyBy(operator),
  },
  'screening.confirmed': {
    sample: { sequence: 2, data: screening('confirmed', 2, 'confirmed') },
    trigger: onlyBy(operator),
  },
};
