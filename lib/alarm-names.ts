import {
  administerBusiness,
  authorizeOperator,
  authorizeRequest,
  recordRequests,
} from '../functions/app/jobs/jobs.ts';
import { receivingWorkers } from './receivers.ts';

/** What the alarms call the function that checks the callers of an API. */
export const authorizerOf = { api: 'authorizer', dashboard: 'dashboard-authorizer' } as const;

/** What the alarms call those that queues, the stream and the clock feed. */
export const eventWorkers = 'event-workers';

/** What the alarm on the errors of a function calls it: its resource, itself, or one name for many jobs. */
export const alarmNameOf = (id: string): string => {
  if (id === authorizeRequest.id) return authorizerOf.api;
  if (id === authorizeOperator.id) return authorizerOf.dashboard;
  const [resourceType = '', action] = id.split('.');
  if (action !== undefined) return alarmNameOfResource(resourceType);
  return byThemselves.some((worker) => worker.id === id) ? id : eventWorkers;
};

/** What alarms call the functions of a resource: some are watched with the one that they belong to. */
export const alarmNameOfResource = (resourceType: string): string =>
  watchedWith[resourceType] ?? resourceType;

const watchedWith: Readonly<Record<string, string>> = {
  agreements: 'customers',
  'customer-features': 'customers',
  persons: 'customers',
  'card-tokens': 'cards',
  'card-pins': 'cards',
  'onboarding-links': 'onboarding',
  'event-types': 'openapi',
};

const byThemselves = [administerBusiness, recordRequests, ...receivingWorkers];
