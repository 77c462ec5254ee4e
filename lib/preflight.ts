import { type Environment, stripeLimits } from './environments.ts';

/** What Lambda says of an account and region: all executions, those nobody reserved, and those this environment has. */
export type Concurrency = { readonly quota: number; readonly unreserved: number; readonly ours: number };

/** Lambda refuses a reservation that leaves fewer than so many unreserved. */
const unreserved_min = 100;

/** Executions that an environment reserves: of its authorizer, its sweeper and receive-stripe, warm ones included. */
const reservedBy = (environment: Environment): number => {
  const { authorizerConcurrency = 0, reserveSweeper } = environment;
  return authorizerConcurrency + (reserveSweeper ? 1 : 0) + (stripeLimits(environment)?.reservedConcurrency ?? 0);
};

/** Why Lambda would refuse to deploy an environment into an account, in the middle of the deployment; undefined: it will not. */
export const concurrencyError = (environment: Environment, found: Concurrency): string | undefined => {
  const wanted = reservedBy(environment);
  const free = found.unreserved + found.ours;
  const missing = wanted + unreserved_min - free;
  if (wanted === 0 || missing <= 0) return undefined;
  return (
    `${environment.name} reserves ${wanted} executions and Lambda keeps ${unreserved_min} unreserved, but the account has ` +
    `${free} of ${found.quota} to give: ask AWS for a quota of at least ${found.quota + missing} ` +
    '(Service Quotas, Lambda, concurrent executions), or reserve less in lib/environments.ts.'
  );
};

/** Why an environment cannot be deployed beside the region that has its bucket of documents; undefined: it can. */
export const regionError = ({ name, region }: Environment, deployedIn: string | undefined): string | undefined =>
  deployedIn === undefined || deployedIn === region
    ? undefined
    : `${name} is in ${deployedIn} of this account. The names of its roles and buckets carry no region, so there can be ` +
      `no second one in ${region}: use another account, or destroy the first (docs/deploying.md).`;
