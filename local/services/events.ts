import { unknownOperation } from '../aws-error.ts';
import type { AwsService } from '../aws-service.ts';
import { type Buses, busArn } from '../events/buses.ts';
import { type Entry, putEvents } from '../events/put-events.ts';
import type { Faults } from '../faults.ts';
import { inputOf, jsonAnswer, targetOperation } from '../json-protocol.ts';

/** PutEvents of EventBridge over the buses and rules of the templates. */
export const eventsService = (buses: Buses, faults: Faults): AwsService => ({
  name: 'events',
  operation: targetOperation,
  accesses: (call) => {
    if (call.operation !== 'PutEvents') return [];
    const names = new Set(entriesOf(inputOf(call)).map(({ EventBusName = 'default' }) => EventBusName));
    const arns = [...names].map((name) => (name.startsWith('arn:') ? name : busArn(call.region, name)));
    return arns.map((resource) => ({ action: 'events:PutEvents', resource }));
  },
  handle: async (call) => {
    if (call.operation !== 'PutEvents') throw unknownOperation(call.operation);
    return jsonAnswer(putEvents(entriesOf(inputOf(call)), call.region, buses, faults), '1.1');
  },
});

const entriesOf = ({ Entries }: { readonly Entries?: unknown }): readonly Entry[] =>
  Array.isArray(Entries) ? (Entries as readonly Entry[]) : [];
