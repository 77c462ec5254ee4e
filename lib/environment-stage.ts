import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Annotations, type App, Stack, Stage, Tags } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { alarmNameOf } from './alarm-names.ts';
import { apiStack } from './api-stack.ts';
import { backupsStack } from './backups-stack.ts';
import { countErrors } from './constructs/alarm.ts';
import { functionRole } from './constructs/function-role.ts';
import { removal } from './constructs/removal.ts';
import { missedQueue } from './constructs/service-queue.ts';
import { dashboardStack } from './dashboard-stack.ts';
import { dataStack } from './data-stack.ts';
import { deploymentsStack } from './deployments-stack.ts';
import { type Environment, logGroupName, service } from './environments.ts';
import { eventsStack, queueWorkers, streamOf, streamWorkers } from './events-stack.ts';
import { queueFeed, streamFeed } from './feed-grants.ts';
import { functionsStack } from './functions-stack.ts';
import { requestsStack } from './requests-stack.ts';
import { deployedFunctions } from './route-functions.ts';
import { serviceStack } from './service-stack.ts';
import { separationErrors } from './settings.ts';
import { signInStack } from './sign-in-stack.ts';
import { siteStack } from './site-stack.ts';
import { trailStack } from './trail-stack.ts';
import { namesPlans } from './usage-plans.ts';

/**
 * One environment whole, deployable by `cdk deploy '{name}/*'`: data, roles, events, functions and APIs.
 * Live also has what the people of all of them share.
 */
export const environmentStage = (
  app: App,
  environment: Environment,
  all: readonly Environment[],
): Stage => {
  const { name, region, account } = environment;
  const stage = new Stage(app, name, { env: { region, ...(account && { account }) } });
  const data = dataStack(stage, environment);
  const roles = rolesStack(stage, environment);
  // Stacks know each other by physical names alone, so the order must be said.
  roles.addStackDependency(data);
  const logs = logsStack(stage, environment);
  const deployments = environment.canary
    ? [deploymentsStack(stage, environment, environment.canary)]
    : [];
  const events = eventsStack(stage, environment);
  for (const first of [data, roles, logs, ...deployments]) events.addStackDependency(first);
  const apiFunctions = functionsStack(stage, environment, 'api');
  const api = apiStack(stage, environment);
  const dashboardFunctions = functionsStack(stage, environment, 'dashboard');
  if (environment.trailDays)
    trailStack(stage, environment, environment.trailDays).addStackDependency(data);
  if (environment.backup)
    backupsStack(stage, environment, environment.backup).addStackDependency(data);
  const dashboard = dashboardStack(stage, environment);
  for (const functions of [apiFunctions, dashboardFunctions]) functions.addStackDependency(events);
  api.addStackDependency(apiFunctions);
  for (const first of [api, dashboardFunctions]) dashboard.addStackDependency(first);
  // Every log group that it reads is there by then: the APIs have their own.
  requestsStack(stage, environment).addStackDependency(dashboard);
  if (name === 'live') {
    const signIn = signInStack(stage, environment);
    // Live's functions invite people, and every dashboard asks for their tokens; sandbox is deployed after live.
    roles.addStackDependency(signIn);
    siteStack(stage, environment, all).addStackDependency(dashboard);
    if (!environment.dashboardOrigin || !environment.dashboardCertificate)
      Annotations.of(signIn).addError(noAddress);
    if (environment.cardIssuer === 'simulator' && !environment.acceptSimulatedIssuer)
      Annotations.of(apiFunctions).addError(noIssuer);
  }
  if (name === 'live' && !environment.alarmSubscribers) Annotations.of(data).addError(noSubscriber);
  // The CLI refuses the stacks with an error and no others.
  const stacks = stage.node.children.filter((one) => Stack.isStack(one));
  if (name === 'live' && !account)
    for (const stack of stacks) Annotations.of(stack).addError(noAccount);
  for (const { stack, sentence } of separationErrors(environment, all))
    for (const one of stacks.filter(({ node }) => node.id === stack))
      Annotations.of(one).addError(sentence);
  Tags.of(stage).add('service', service);
  Tags.of(stage).add('environment', name);
  if (environment.cell) Tags.of(stage).add('cell', environment.cell);
  return stage;
};

const noAddress =
  'The dashboard would have no address to sign in for: set dashboardOrigin, and dashboardCertificate for its name.';

const noSubscriber = 'Live’s alarms would reach nobody: set alarmSubscribers.';

const noAccount = 'Live would be deployed to whatever account the credentials are of: set account.';

const noIssuer =
  'Live would issue cards that nobody can pay with: name another cardIssuer, or set acceptSimulatedIssuer.';

/** The roles of the functions; a function that names the API's usage plans has its role beside them. */
const rolesStack = (scope: Construct, environment: Environment): Stack => {
  const stack = serviceStack(
    scope,
    environment,
    'roles',
    `Roles of the functions of ${service} ${environment.name}`,
  );
  for (const declared of deployedFunctions(environment)) {
    if (namesPlans(declared)) continue;
    const feeds = feedsOf(stack, environment, declared.id);
    functionRole(new Construct(stack, declared.id), environment, declared, feeds);
  }
  return stack;
};

/**
 * The permissions that the feeder of a worker uses with the worker's role; none for functions that
 * are called.
 */
const feedsOf = (
  stack: Stack,
  environment: Environment,
  id: string,
): readonly PolicyStatement[] => {
  const streamed = streamWorkers.find(({ worker }) => worker.id === id);
  if (streamed) {
    const feeds = streamed.tables.map((table) => ({
      table,
      streamArn: streamOf(stack, environment, table),
    }));
    return streamFeed(stack, environment, feeds, missedQueue);
  }
  return queueWorkers
    .filter(({ worker }) => worker.id === id)
    .map(({ queue }) => queueFeed(stack, environment, queue));
};

/** Where each function writes its lines, and what counts its errors in them. No role may make a log group, so they are there first. */
const logsStack = (scope: Construct, environment: Environment): Stack => {
  const stack = serviceStack(
    scope,
    environment,
    'logs',
    `Log groups of the functions of ${service} ${environment.name}`,
  );
  for (const { id } of deployedFunctions(environment)) {
    const made = new LogGroup(stack, id, {
      logGroupName: logGroupName(environment.name, id),
      retention: environment.logRetentionDays,
      removalPolicy: removal(environment),
    });
    countErrors(made, environment, alarmNameOf(id));
  }
  return stack;
};
