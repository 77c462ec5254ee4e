import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { callerOf } from './caller.ts';
import { checkAccount, checkTenant } from './checks.ts';
import type { Found } from './request.ts';

/** One step of the order of checks. */
export function check(step: (event: APIGatewayProxyEvent, found: Found) => void) {
  return {
    before: ({ event, context }: { event: APIGatewayProxyEvent; context: Context }) => step(event, foundIn(context)),
  };
}

/** What the steps before found out. */
export const foundIn = (context: Context): Found => context as unknown as Found;

/** Leaves what a step found out to those after it. */
export const note = (found: Found, more: Partial<Found>): void => {
  Object.assign(found, more);
};

/** Who calls, and whether they may come in. */
export const ofCallers = [
  check((event, found) => note(found, { caller: callerOf(event) })),
  check((_event, { caller }) => checkAccount(caller)),
  check((event, { caller }) => checkTenant(event, caller)),
];
