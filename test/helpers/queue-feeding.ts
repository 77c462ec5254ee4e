import type { Resource } from '../../local/aws-service.ts';
import type { MessagingPlane } from './messaging-plane.ts';
import { mapping, queue, queueArn, reader } from './messaging-resources.ts';

/** A queue and a function of the same name that is fed from it. */
export const fed = (
  name: string,
  mapped: Record<string, unknown> = {},
  queued: Record<string, unknown> = {},
): Resource[] => [queue(name, queued), ...reader(name, name), mapping(name, queueArn(name), mapped)];

/** What a queue holds at the moment. */
export const queueStates = (plane: () => MessagingPlane) => ({
  /** How many messages, whoever has them. */
  left: (name: string) => plane().queues.find(queueArn(name))?.messages().length,
  countsOf: (name: string) => plane().queues.find(queueArn(name))?.counts(),
});
