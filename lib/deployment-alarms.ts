import {
  administerBusiness,
  authorizeOperator,
  authorizeRequest,
  fetchLists,
  monitorScreenings,
  recordRequests,
  sweepScheduledWork,
  workers,
} from '../functions/app/jobs/jobs.ts';
import type { Worker } from '../functions/app/jobs/worker.ts';
import { alarmNameOf, authorizerOf } from './alarm-names.ts';
import { serverErrorsAlarm } from './api-alarms.ts';
import { errorsName } from './constructs/alarm.ts';
import type { Environment } from './environments.ts';
import { receiversOf, receivingWorkers } from './receivers.ts';
import { calledFrom, deployedRoutes, servedIds } from './route-functions.ts';

/** A function that is deployed by a canary, and the ends of the names of the alarms that take its new version back. */
export type Deployed = { readonly id: string; readonly alarms: readonly string[] };

/** Each function that is called by its alias: what answers callers, and what queues and the stream feed. */
export const deployedByCanary = (environment: Environment): readonly Deployed[] => [
  ...authorizers,
  ...routeAlarms(environment),
  ...receiving(environment),
  ...fedWorkers.map(({ id }) => ({ id, alarms: [errorsName(alarmNameOf(id))] })),
];

const authorizers: readonly Deployed[] = [
  { id: authorizeRequest.id, alarms: [errorsName(authorizerOf.api), serverErrorsAlarm('api')] },
  {
    id: authorizeOperator.id,
    alarms: [errorsName(authorizerOf.dashboard), serverErrorsAlarm('dashboard')],
  },
];

const doors = ['api', 'dashboard'] as const;

const routeAlarms = (environment: Environment): Deployed[] => {
  const called = doors.map((door) => ({
    ids: calledFrom(environment, door),
    alarm: serverErrorsAlarm(door),
  }));
  return servedIds(deployedRoutes(environment)).map((id) => {
    const reaching = called.filter(({ ids }) => ids.includes(id));
    return { id, alarms: [errorsName(alarmNameOf(id)), ...reaching.map(({ alarm }) => alarm)] };
  });
};

/** A function that is kept warm moves when its new version is warm, and not by weights. */
const receiving = (environment: Environment): Deployed[] => {
  const moved = receiversOf(environment).filter(
    ({ provisionedConcurrency }) => !provisionedConcurrency,
  );
  return moved.map(({ worker: { id } }) => ({
    id,
    alarms: [errorsName(alarmNameOf(id)), serverErrorsAlarm('api')],
  }));
};

/**
 * The others answer callers or have too few calls for a canary: the sweeper runs once a minute, the
 * fetching of lists and the operator's commands are rarer. A tenth of their calls within minutes is
 * none. The job of the request log is among them since nothing else depends on it.
 */
const others: readonly Worker[] = [
  administerBusiness,
  authorizeOperator,
  authorizeRequest,
  ...receivingWorkers,
  recordRequests,
  sweepScheduledWork,
  fetchLists,
  monitorScreenings,
];

const fedWorkers = workers.filter((worker) => !others.includes(worker));
