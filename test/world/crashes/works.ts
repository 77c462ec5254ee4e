import {
  decideVerification,
  deliverWebhook,
  fanOutEvent,
  inspectDocument,
  reconcileCards,
  redactPersonalData,
  relayEvents,
  sweepScheduledWork,
} from '../../../functions/app/jobs/jobs.ts';

/** The workers that are killed, each at work on one thing. */
export const works = [
  // The sweep serves all businesses: first, while no other scene has left something for it.
  { worker: sweepScheduledWork.id, what: 'an expired document' },
  { worker: sweepScheduledWork.id, what: 'a document that expires soon' },
  { worker: relayEvents.id, what: 'a new event' },
  { worker: fanOutEvent.id, what: 'a new event' },
  { worker: deliverWebhook.id, what: 'a new event' },
  { worker: inspectDocument.id, what: 'an uploaded document' },
  { worker: inspectDocument.id, what: 'an expired document' },
  { worker: inspectDocument.id, what: 'a document that expires soon' },
  { worker: decideVerification.id, what: 'a submitted verification' },
  { worker: reconcileCards.id, what: 'the cards of a suspended customer' },
  { worker: redactPersonalData.id, what: 'a closed customer' },
] as const;

/** A worker, and the thing that it works on. */
export type WorkOf = (typeof works)[number];
