import { CfnRule } from 'aws-cdk-lib/aws-events';
import {
  CfnEventInvokeConfig,
  CfnPermission,
  type Function as LambdaFunction,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Worker } from '../../functions/app/jobs/worker.ts';
import { type Environment, physicalName } from '../environments.ts';
import { acknowledge } from './acknowledge.ts';
import { serviceFunction } from './service-function.ts';

export type ClockWorkerProps = {
  readonly worker: Worker;
  /** `rate(1 minute)`; a worker's timeout is shorter, so that one ends before the next begins. */
  readonly rate: string;
  /** Whether one execution is kept for it, which is then also the most there can be. */
  readonly alone: boolean;
};

/** A worker that the clock calls. A call that fails or comes late is dropped: the next one finds the same work. */
export const clockWorker = (
  scope: Construct,
  environment: Environment,
  props: ClockWorkerProps,
): LambdaFunction => {
  const { worker } = props;
  const home = new Construct(scope, worker.id);
  const made = serviceFunction(home, environment, {
    ...worker,
    lostCalls: nextFindsIt,
    ...(props.alone && { reservedConcurrency: 1 }),
  });
  const calls = new CfnEventInvokeConfig(home, 'Calls', {
    functionName: made.functionName,
    qualifier: '$LATEST',
    maximumRetryAttempts: 0,
    maximumEventAgeInSeconds: age_seconds_max,
  });
  const rule = new CfnRule(home, 'Clock', {
    name: physicalName(environment.name, worker.id),
    description: worker.summary,
    scheduleExpression: props.rate,
    targets: [
      {
        id: worker.id,
        arn: made.functionArn,
        retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: age_seconds_max },
      },
    ],
  });
  new CfnPermission(home, 'MayCall', {
    functionName: made.functionName,
    action: 'lambda:InvokeFunction',
    principal: 'events.amazonaws.com',
    sourceArn: rule.attrArn,
  });
  acknowledge(calls, { 'Serverless-LambdaAsyncFailureDestination': nextFindsIt });
  acknowledge(rule, { 'Serverless-EventBusDLQ': nextFindsIt });
  return made;
};

const nextFindsIt = 'What a lost call would have found the next one finds.';

/** Lambda and EventBridge take no less. */
const age_seconds_max = 60;
