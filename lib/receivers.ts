import { receiveOnfido, receiveStripe } from '../functions/app/jobs/jobs.ts';
import type { Worker } from '../functions/app/jobs/worker.ts';
import { calledName, type Environment, functionName } from './environments.ts';
import type { RateLimit } from './setting-forms.ts';

/** A function that receives a provider's events, which callers reach without a key, and what bounds its path. */
export type Receiver = {
  readonly worker: Worker;
  /** Below `/v1`. */
  readonly path: string;
  readonly throttle: RateLimit;
  /** Executions at a time: callers without a key can take no others. */
  readonly reservedConcurrency: number;
  /** Executions that are kept warm; absent: none. */
  readonly provisionedConcurrency?: number | undefined;
};

/** Every function that receives a provider's events, in whatever environment. */
export const receivingWorkers: readonly Worker[] = [receiveStripe, receiveOnfido];

/** The receivers of an environment: of the providers that it has chosen. */
export const receiversOf = ({
  cardIssuer,
  stripe,
  identityVerifier,
  onfido,
}: Environment): readonly Receiver[] => [
  ...(cardIssuer === 'stripe' && stripe
    ? [
        {
          worker: receiveStripe,
          path: '/providers/stripe/events',
          throttle: stripe.throttle ?? { rate: 100, burst: 200 },
          reservedConcurrency:
            stripe.reservedConcurrency ?? Math.max(50, stripe.provisionedConcurrency ?? 0),
          provisionedConcurrency: stripe.provisionedConcurrency,
        },
      ]
    : []),
  ...(identityVerifier === 'onfido' && onfido
    ? [
        {
          worker: receiveOnfido,
          path: '/providers/onfido/events',
          throttle: onfido.throttle ?? { rate: 20, burst: 40 },
          reservedConcurrency: onfido.reservedConcurrency ?? 10,
        },
      ]
    : []),
];

/** The alias of what is kept warm. */
export const warmAlias = 'warm';

/** The name of the function that a provider's events call. */
export const receiverName = (
  environment: Environment,
  { worker: { id }, provisionedConcurrency }: Receiver,
): string =>
  provisionedConcurrency
    ? `${functionName(environment.name, id)}:${warmAlias}`
    : calledName(environment, id);
