import type { AwsError } from './aws-error.ts';
import { BadConfiguration } from './bad-configuration.ts';
import type { Iam } from './iam/iam.ts';
import { draftOf } from './queues/draft.ts';
import type { Queues } from './queues/queues.ts';

/** Queues that Lambda tells, in a function's name, of what the function could not do. */
export type Destinations = {
  /** Throws BadConfiguration, naming `where`, for a destination that is no queue or that the function may not use. */
  check(functionName: string, queueArn: string, where: string): void;
  /** What cannot be sent is told on the console. */
  send(functionName: string, queueArn: string, report: object): void;
};

/** Destinations among the queues; Lambda sends there with the function's role. */
export const createDestinations = (queues: Queues, iam: Pick<Iam, 'refusalOf'>): Destinations => {
  const refusalOf = (functionName: string, resource: string): AwsError | undefined => {
    const action = 'sqs:SendMessage';
    const principal = { kind: 'function', functionName, instanceId: 'destination' } as const;
    return iam.refusalOf(principal, [{ action, resource }], action);
  };
  return {
    check: (functionName, queueArn, where) => {
      if (!queues.find(queueArn))
        throw new BadConfiguration(`${where} has the destination ${queueArn}, which is no queue.`);
      const refused = refusalOf(functionName, queueArn);
      if (refused)
        throw new BadConfiguration(`${where} has a destination that its function may not use: ${refused.message}`);
    },
    send: (functionName, queueArn, report) => {
      const queue = queues.find(queueArn);
      const refused = refusalOf(functionName, queueArn);
      if (!queue || refused)
        return console.error(`A report of ${functionName} was dropped:`, refused?.message ?? queueArn);
      queues.send(queue, draftOf({ MessageBody: JSON.stringify(report) }, queue.settings, functionName).draft);
    },
  };
};
