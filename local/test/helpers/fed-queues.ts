import type { Queue } from '../../queues/queue.ts';
import { attribute, type Fed, mappingIn, shortQueue, startFed } from './fed.ts';
import { queueArn, queueIn } from './queue-machine.ts';
import type { Small } from './small-assembly.ts';

/** A machine whose functions have a queue each, called after them. */
export type FedQueues = Fed & {
  queue(name: string): Queue;
  /** Puts an order into a function's queue; the message's id. */
  order(functionName: string, order: object, options?: Parameters<Queue['send']>[1]): string;
  /** Whether the queue holds nothing, be it visible or not. */
  isEmpty(name: string): boolean;
};

/** Starts it. */
export const startFedQueues = async (small: Small): Promise<FedQueues> => {
  const machine = await startFed(small);
  const queue = (name: string): Queue => {
    const found = machine.local.queues.byArn(queueArn(name));
    if (!found) throw new Error(`There is no queue ${name}.`);
    return found;
  };
  return {
    ...machine,
    queue,
    order: (functionName, order, options) =>
      queue(`${functionName}-queue`).send(JSON.stringify(order), options),
    isEmpty: (name) => Object.values(queue(name).depth()).every((count) => count === 0),
  };
};

/** A queue in front of a function, and the mapping between them. */
export const fromQueue = (functionName: string, mapping: object, queue: object = shortQueue) => ({
  [`${functionName}Queue`]: queueIn(`${functionName}-queue`, queue),
  [`${functionName}Mapping`]: mappingIn(functionName, attribute(`${functionName}Queue`), mapping),
});
