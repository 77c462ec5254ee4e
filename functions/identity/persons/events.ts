import { by, type EventRecords, type TriggerStep } from '../../core/event-record.ts';
import { company } from '../customers/events.ts';
import type { PersonEventType } from './model.ts';

const person: TriggerStep = {
  call: 'POST /customers/{customer}/persons',
  body: { roles: ['representative'], first_name: 'Ada', last_name: 'Lovelace' },
  as: 'person',
};

const sampleOf = (version: number) => ({
  version,
  middle_name: null,
  last_name: 'Lovelace',
  latin_name: null,
  verification: { status: 'unverified', level: null, verified_at: null },
});

/** The events of a person. */
export const personEvents: EventRecords<PersonEventType> = {
  'person.created': {
    sample: { sequence: 1, data: sampleOf(1) },
    trigger: by(company, person),
  },
  'person.updated': {
    sample: { sequence: 2, data: sampleOf(2), previous: { phone: null } },
    trigger: by(company, person, {
      call: 'PATCH /persons/{person}',
      body: { title: 'Director' },
    }),
  },
  'person.removed': {
    sample: { sequence: 3, data: sampleOf(3) },
    trigger: by(company, person, { call: 'DELETE /persons/{person}' }),
  },
};
