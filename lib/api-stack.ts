import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { administerBusiness, authorizeRequest } from '../functions/app/jobs/jobs.ts';
import { alarmNameOf } from './alarm-names.ts';
import { apiAlarms } from './api-alarms.ts';
import { errorsAlarm, existingAlarmTopic } from './constructs/alarm.ts';
import { apiMethod, otherMethods, receivingMethod } from './constructs/api-method.ts';
import { callerRoles } from './constructs/caller-role.ts';
import { baseAddress, type ServiceApiProps, serviceApi } from './constructs/service-api.ts';
import { serviceFunction } from './constructs/service-function.ts';
import { secretKeys, tokenAuthorizer } from './constructs/token-authorizer.ts';
import { apiParameter, calledName, type Environment, service } from './environments.ts';
import { gatewayResponses } from './gateway-responses.ts';
import { receiverName, receiversOf } from './receivers.ts';
import { deployedRoutes, isReachable, workerIn } from './route-functions.ts';
import { arn, calledArn, serviceStack } from './service-stack.ts';
import { usagePlans } from './usage-plans.ts';

/** The public API: its stage, authorizer, methods and plans, and the function that administers what is in the plans. */
export const apiStack = (scope: Construct, environment: Environment): Stack => {
  const stack = serviceStack(
    scope,
    environment,
    'api',
    `Public API of ${service} ${environment.name}`,
  );
  const api = serviceApi(stack, environment, publicApi(environment));
  const receivers = receiversOf(environment);
  const credentials = callerRoles(stack, environment, 'api', {
    authorizer: calledName(environment, authorizeRequest.id),
    receivers: receivers.map((one) => receiverName(environment, one)),
  });
  const authorizer = tokenAuthorizer(stack, environment, secretKeys(environment.name), {
    api,
    functionArn: calledArn(stack, environment, authorizeRequest.id),
    credentials: credentials.reading,
  });
  gatewayResponses(api, environment);
  if (environment.webAcl) guarded(stack, api, environment.webAcl);
  usagePlans(stack, environment, api);
  const open = deployedRoutes(environment).filter(({ route }) => isReachable(route, 'api'));
  for (const { route, served } of open)
    apiMethod(route, calledArn(stack, environment, served.id), {
      api,
      authorizer,
      credentials,
      callers,
    });
  for (const [path, some = []] of Object.entries(Object.groupBy(open, ({ route }) => route.path)))
    otherMethods(
      api,
      environment,
      path,
      some.map(({ route }) => route.method),
    );
  for (const receiver of receivers)
    receivingMethod(
      api,
      receiver.path,
      arn(stack, 'lambda', 'function', receiverName(environment, receiver)),
      credentials.changing,
    );
  apiAlarms(stack, environment, 'api', api);
  administrationOf(stack, environment);
  new StringParameter(stack, 'BaseAddress', {
    parameterName: apiParameter(environment.name),
    description: 'The base address that programs call',
    stringValue: baseAddress(api, environment.apiDomain),
  });
  return stack;
};

/** Nothing calls it but operators with credentials of the account. It names the plans, whose ids are known in this stack alone. */
const administrationOf = (stack: Stack, environment: Environment): void => {
  const home = new Construct(stack, administerBusiness.id);
  serviceFunction(home, environment, workerIn(environment, administerBusiness));
  errorsAlarm(
    home,
    environment,
    alarmNameOf(administerBusiness.id),
    existingAlarmTopic(home, environment),
  );
};

/** A request that WAF refuses reaches no function. */
const guarded = (stack: Stack, { deploymentStage }: RestApi, webAclArn: string): void => {
  new CfnWebACLAssociation(stack, 'WebAcl', { webAclArn, resourceArn: deploymentStage.stageArn });
};

const callers = 'Callers are programs with API keys; the authorizer of the stage checks them.';

const publicApi = (environment: Environment): ServiceApiProps => ({
  name: 'api',
  description: `The public API of ${service} ${environment.name}`,
  throttle: environment.throttle,
  events: receiversOf(environment),
  ...(environment.apiDomain && { domain: environment.apiDomain }),
  caller: { key_id: '$context.authorizer.key_id' },
  logsFirst: true,
  exceptions: {
    'AwsSolutions-APIG3':
      'Callers are servers with keys; the stage is throttled, and what does not look like a key starts nothing.',
  },
});
