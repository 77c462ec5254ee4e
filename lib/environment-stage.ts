import { Annotations, type App, Stage, Tags } from 'aws-cdk-lib/core';
import { apiStack } from './api-stack.ts';
import { dashboardStack } from './dashboard-stack.ts';
import { dataStack } from './data-stack.ts';
import { deploymentsStack } from './deployments-stack.ts';
import { type Environment, service } from './environments.ts';
import { eventsStack } from './events-stack.ts';
import { logsStack } from './logs-stack.ts';
import { rolesStack } from './roles-stack.ts';
import { signInStack } from './sign-in-stack.ts';
import { siteStack } from './site-stack.ts';
import { trailStack } from './trail-stack.ts';

/**
 * One environment whole, deployable by `cdk deploy '{name}/*'`: what must survive, who may what, what tells, what serves.
 * Live also has what the people of all of them share.
 */
export const environmentStage = (app: App, environment: Environment, all: readonly Environment[]): Stage => {
  const { name, region, account } = environment;
  const stage = new Stage(app, name, { env: { region, ...(account && { account }) } });
  const data = dataStack(stage, environment);
  const roles = rolesStack(stage, environment);
  // Stacks know each other by physical names alone, so the order must be said.
  roles.addStackDependency(data);
  const logs = logsStack(stage, environment);
  const deployments = environment.canary ? [deploymentsStack(stage, environment, environment.canary)] : [];
  const events = eventsStack(stage, environment);
  for (const first of [data, roles, logs, ...deployments]) events.addStackDependency(first);
  const api = apiStack(stage, environment);
  api.addStackDependency(events);
  if (environment.trailDays) trailStack(stage, environment, environment.trailDays).addStackDependency(data);
  const dashboard = dashboardStack(stage, environment);
  dashboard.addStackDependency(api);
  for (const refusal of refusals(environment)) Annotations.of(api).addError(refusal);
  if (name === 'live') {
    const signIn = signInStack(stage, environment);
    // Live's functions invite people, and every dashboard asks for their tokens; sandbox is deployed after live.
    roles.addStackDependency(signIn);
    siteStack(stage, environment, all).addStackDependency(dashboard);
    if (!environment.dashboardOrigin || !environment.dashboardCertificate) Annotations.of(signIn).addError(noAddress);
  }
  Tags.of(stage).add('service', service);
  Tags.of(stage).add('environment', name);
  return stage;
};

const noAddress =
  'The dashboard would have no address to sign in for: set dashboardOrigin, and dashboardCertificate for its name.';

/** What an environment must not be deployed with. The CLI refuses the stacks of this environment and no others. */
const refusals = ({ name, account, cardIssuer, acceptSimulatedIssuer }: Environment): string[] => {
  if (name !== 'live') return [];
  const simulated = cardIssuer === 'simulator' && !acceptSimulatedIssuer;
  return [
    ...(account ? [] : ['Live would be deployed to whatever account the credentials are of: set account.']),
    ...(simulated
      ? ['Live would issue cards that nobody can pay with: name another cardIssuer, or set acceptSimulatedIssuer.']
      : []),
  ];
};
