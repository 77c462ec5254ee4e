import type { Access } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import type { Iam } from '../iam/iam.ts';

/** Whether Lambda may read a mapping's source in the function's name; asked at every turn: a test takes grants away. */
export type MayPoll = () => boolean;

/** Lambda polls with the function's role. Throws BadConfiguration where it may not, as the deployment would fail. */
export const mayPoll = (iam: Pick<Iam, 'refusalOf'>, functionName: string, accesses: readonly Access[]): MayPoll => {
  const principal = { kind: 'function', functionName, instanceId: 'poller' } as const;
  const refusal = () => iam.refusalOf(principal, accesses, 'lambda:CreateEventSourceMapping');
  const atOnce = refusal();
  if (atOnce) throw new BadConfiguration(`The function ${functionName} cannot be fed: ${atOnce.message}`);
  return () => refusal() === undefined;
};
