import type { Needs } from './route.ts';

/** A function that is not a route: who may call it is decided where lib wires it. */
export type Worker = {
  /** `verb-noun`: the file under functions/workers, the function's name and its service name in logs. */
  readonly id: `${string}-${string}`;
  /** One sentence; the function's description. */
  readonly summary: string;
  readonly needs: Needs;
  readonly timeout_seconds: number;
  readonly memory_mb: number;
};

/** Checks `Api-Key` for API Gateway: reads the hashed key, and once a day notes that it was used. */
export const authorizeRequest = {
  id: 'authorize-request',
  summary: 'Checks the Api-Key of a request and says who is calling',
  needs: { access: ['get', 'update'] },
  timeout_seconds: 5,
  memory_mb: 1024,
} as const satisfies Worker;

/** Registers businesses, rotates and revokes their keys, suspends and reactivates them; called by `npm run business`. */
export const administerBusiness = {
  id: 'administer-business',
  summary: 'Registers a business, rotates and revokes its keys, suspends and reactivates it',
  needs: { access: ['put', 'update'], resources: ['get', 'put'], outbox: ['put'], settings: ['waitDivisor'] },
  timeout_seconds: 10,
  memory_mb: 1024,
} as const satisfies Worker;

export const workers: readonly Worker[] = [authorizeRequest, administerBusiness];
