import { CfnApiKey, CfnUsagePlan, CfnUsagePlanKey, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Fn, type Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Permissions } from '../functions/core/route.ts';
import {
  dashboardKeyOf,
  dashboardShards,
  plans,
} from '../functions/tenants/accounts/usage-plans.ts';
import { type Environment, physicalName } from './environments.ts';
import type { RateLimit } from './setting-forms.ts';

type Plan = (typeof plans)[number];

/** The id of a plan, in the API's own stack: it is made there, and follows from no name. */
export const usagePlanId = (plan: Plan): string => Fn.ref(logicalId(plan));

/** Whether what a function may do names plans, so that its role is made where they are. */
export const namesPlans = ({ permissions }: { readonly permissions: Permissions }): boolean =>
  permissions.usagePlans !== undefined;

const logicalId = (plan: Plan): string => `UsagePlan${plan}`;

/** The plans of the stage. A business gets its key in one of them when it is registered. */
export const usagePlans = (stack: Stack, environment: Environment, api: RestApi): void => {
  const home = new Construct(stack, 'UsagePlans');
  for (const plan of plans) {
    const made = usagePlan(home, plan, api, {
      name: physicalName(environment.name, plan),
      description: `How often a business of ${environment.name} in the plan ${plan} may call`,
      limit: environment.limits[plan],
    });
    made.overrideLogicalId(logicalId(plan));
  }
};

/** The plan of the dashboard's stage, with a key for each shard of businesses: no business takes the stage from the others. */
export const dashboardPlan = (stack: Stack, environment: Environment, api: RestApi): void => {
  const home = new Construct(stack, 'UsagePlan');
  const plan = usagePlan(home, 'Plan', api, {
    name: physicalName(environment.name, 'dashboard'),
    description: `How often the people of a business of ${environment.name} may call, with those of its shard`,
    limit: environment.dashboardLimit,
  });
  for (const shard of dashboardShards) {
    const key = new CfnApiKey(home, `Shard-${shard}`, {
      ...dashboardKeyOf(environment.name, shard),
      description: `Counts the people of the businesses whose id ends with ${shard}`,
      enabled: true,
    });
    const inPlan = { keyId: key.ref, keyType: 'API_KEY', usagePlanId: plan.ref };
    new CfnUsagePlanKey(home, `Shard-${shard}-InPlan`, inPlan);
  }
};

type PlanProps = { readonly name: string; readonly description: string; readonly limit: RateLimit };

const usagePlan = (
  home: Construct,
  id: string,
  api: RestApi,
  { name, description, limit }: PlanProps,
): CfnUsagePlan =>
  new CfnUsagePlan(home, id, {
    usagePlanName: name,
    description,
    apiStages: [{ apiId: api.restApiId, stage: api.deploymentStage.stageName }],
    throttle: { rateLimit: limit.rate, burstLimit: limit.burst },
  });
