import {
  administerBusiness,
  authorizeOperator,
  authorizeRequest,
  recordRequests,
} from '../functions/app/jobs/jobs.ts';
import { receivingWorkers } from './receivers.ts';

/** The name that alarms give to the function that checks the callers of an API. */
export const authorizerOf = { api: 'authorizer', dashboard: 'dashboard-authorizer' } as const;

/** The one name that alarms give to the functions that queues, the stream and the clock feed. */
export const eventWorkers = 'event-workers';

/**
 * The name that an error alarm gives to a function: its resource, itself, or one name for many
 * jobs.
 */
export const alarmNameOf = (id: string): string => {
  if (id === authorizeRequest.id) return authorizerOf.api;
  if (id === authorizeOperator.id) return authorizerOf.dashboard;
  const [resourceType = '', action] = id.split('.');
  if (action !== undefined) return alarmNameOfResource(resourceType);
  return byThemselves.some((worker) => worker.id === id) ? id : eventWorkers;
};

/**
 * The name that alarms give to a resource's functions: some are watched together with another
 * resource.
 */
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
