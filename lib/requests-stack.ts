import { CfnEventInvokeConfig, CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { CfnSubscriptionFilter } from 'aws-cdk-lib/aws-logs';
import type { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { recordRequests } from '../functions/app/jobs/jobs.ts';
import { alarmNameOf } from './alarm-names.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { errorsAlarm, existingAlarmTopic } from './constructs/alarm.ts';
import { accessLogName } from './constructs/service-api.ts';
import { serviceFunction } from './constructs/service-function.ts';
import {
  type Environment,
  logGroupName,
  physicalName,
  recording_executions,
  service,
} from './environments.ts';
import { deployedRoutes, servedIds } from './route-functions.ts';
import { arn, serviceStack } from './service-stack.ts';

/**
 * The request log: CloudWatch Logs passes the line of each request on to the job that records it. Nothing else depends on
 * this stack, and no request waits for it.
 */
export const requestsStack = (scope: Construct, environment: Environment): Stack => {
  const stack = serviceStack(
    scope,
    environment,
    'requests',
    `Request log of ${service} ${environment.name}`,
  );
  const home = new Construct(stack, recordRequests.id);
  const job = serviceFunction(home, environment, {
    ...recordRequests,
    lostCalls,
    ...(environment.reserveSweeper && { reservedConcurrency: recording_executions }),
  });
  const topic = existingAlarmTopic(home, environment);
  errorsAlarm(home, environment, alarmNameOf(recordRequests.id), topic);
  const calls = new CfnEventInvokeConfig(home, 'Calls', {
    functionName: job.functionName,
    qualifier: '$LATEST',
    maximumRetryAttempts: 2,
  });
  acknowledge(calls, { 'Serverless-LambdaAsyncFailureDestination': lostCalls });
  const permission = new CfnPermission(home, 'MayCall', {
    functionName: job.functionName,
    action: 'lambda:InvokeFunction',
    principal: 'logs.amazonaws.com',
    sourceAccount: stack.account,
    sourceArn: arn(stack, 'logs', 'log-group', `/aws/*/${physicalName(environment.name, '*')}`),
  });
  const lines: [id: string, logGroupName: string, filterPattern: string][] = [
    ...servedIds(deployedRoutes(environment).filter(({ route }) => !route.public)).map(
      (id): [string, string, string] => [id, logGroupName(environment.name, id), ofFunctions],
    ),
    ...['api', 'dashboard'].map((api): [string, string, string] => [
      `${api}-gateway`,
      accessLogName(environment, api),
      ofGateway,
    ]),
  ];
  for (const [id, logGroup, filterPattern] of lines) {
    const filter = new CfnSubscriptionFilter(stack, id, {
      logGroupName: logGroup,
      filterPattern,
      destinationArn: job.functionArn,
    });
    filter.node.addDependency(permission);
  }
  return stack;
};

/** The one line of a request (functions/core/http/request-log.ts). */
const ofFunctions = '{ $.event = "request" }';

/** Requests of a known caller that API Gateway answers itself: most never reached a function. */
const ofGateway = '{ ($.refusal != "-") && ($.tenant_id = "biz_*") }';

const lostCalls = 'A lost batch is missing in the request log and nowhere else.';
