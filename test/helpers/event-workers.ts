import {
  decideVerification,
  deliverWebhook,
  fanOutEvent,
  inspectDocument,
  redactPersonalData,
  relayEvents,
  settleCards,
  sweepDueWork,
  type Worker,
} from '../../functions/contract/workers.ts';

/** The workers of the events stack: those that nobody calls. */
export const eventWorkers: readonly Worker[] = [
  relayEvents,
  fanOutEvent,
  deliverWebhook,
  inspectDocument,
  decideVerification,
  settleCards,
  redactPersonalData,
  sweepDueWork,
];

/** Of each consumer the queue that feeds it; a rule of a bus leads to it, or somebody sends to it. */
export const consumers: readonly { readonly worker: Worker; readonly queue: string; readonly hears: boolean }[] = [
  { worker: fanOutEvent, queue: 'webhooks', hears: true },
  { worker: deliverWebhook, queue: 'deliver', hears: false },
  { worker: inspectDocument, queue: 'documents', hears: true },
  { worker: decideVerification, queue: 'identity', hears: true },
  { worker: settleCards, queue: 'cards', hears: true },
  { worker: redactPersonalData, queue: 'redactions', hears: false },
];
