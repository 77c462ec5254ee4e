import { requestIn } from '../../../functions/tenants/requests/model.ts';
import type { Local } from '../../../local/start.ts';
import type { Any } from '../printed-document.ts';

/** Every kind of message of our queues, and the queue that has it; `event` is what the bus passes on of an event. */
export const queuesOfKinds = {
  event: 'webhooks',
  delivery: 'deliver',
  endpoint: 'deliver',
  recovery: 'deliver',
  account: 'deliver',
  cards_of_customer: 'cards',
  card: 'cards',
  card_token: 'cards',
  card_order: 'cards',
  redaction: 'redactions',
  counters: 'counters',
  document: 'documents',
  verification: 'identity',
  screening: 'identity',
} as const;

export type MessageKind = keyof typeof queuesOfKinds;

/** A message of each kind, as a queue has it. */
export type Messages = Map<MessageKind, object>;

/** Keeps the newest message of each kind that a function sends from here on. */
export const watchMessages = ({ faults }: Pick<Local, 'faults'>): Messages => {
  const seen: Messages = new Map();
  // A condition of a fault that never comes about is asked about every call.
  const watch = (service: string, operation: string, keep: (entry: Any) => void) =>
    faults.add({
      service,
      operation,
      effect: 'unavailable',
      when: ({ body }) => {
        for (const entry of JSON.parse(String(body)).Entries) keep(entry);
        return false;
      },
    });
  watch('sqs', 'SendMessageBatch', ({ MessageBody }) => {
    const message = JSON.parse(MessageBody);
    if (Object.hasOwn(queuesOfKinds, message.kind)) seen.set(message.kind, message);
  });
  watch('events', 'PutEvents', ({ DetailType, Detail }) =>
    seen.set('event', { 'detail-type': DetailType, detail: JSON.parse(Detail) }),
  );
  return seen;
};

/** The newest line of each status class that says of a request what is recorded of it. */
export const requestLines = ({ logs }: Pick<Local, 'logs'>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    logs.lines().flatMap(({ line }) => {
      const found = requestIn(line);
      return found ? [[`${Math.floor(found.request.status / 100)}xx`, line]] : [];
    }),
  );
