import { by, type EventRecords, type TriggerStep } from '../../core/event-record.ts';
import { individual } from '../customers/events.ts';
import type { AgreementEventType } from './model.ts';

export const terms: TriggerStep = {
  call: 'POST /customers/{customer}/agreements',
  body: (_, { now }) => ({
    document: 'card_user_terms',
    version: '1',
    accepted_at: now().toISOString(),
    ip: '203.0.113.7',
  }),
};

/** The event of an agreement. */
export const agreementEvents: EventRecords<AgreementEventType> = {
  'agreement.created': {
    sample: { sequence: 1, data: {} },
    trigger: by(individual(), terms),
  },
};
