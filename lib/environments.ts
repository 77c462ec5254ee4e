/** What differs between environments, and every physical name. No resource, no process.env. */

/** Begins every physical name. */
export const service = 'financial-services';

export type EnvironmentName = 'sandbox' | 'live';

export type Environment = {
  readonly name: EnvironmentName;
  /** AWS account id; absent: the account of the credentials that deploy. */
  readonly account?: string;
  readonly region: string;
  /** Live data survives mistakes: deletion protection, retained on stack deletion. */
  readonly protectData: boolean;
  /** Requests a second over the whole stage, and the burst above it. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  /**
   * Concurrent executions kept for the authorizer, so that nothing else in the account can starve the front door.
   * Lambda refuses it where fewer than 100 would stay unreserved: an account's quota must be 100 higher. Absent: none.
   */
  readonly authorizerConcurrency?: number;
  /** How long every log group keeps its lines; one of the periods CloudWatch knows. */
  readonly logRetentionDays: number;
  /** Divides the waits that the service schedules; anything but 1 is for a laptop and is refused in a deployment. */
  readonly waitDivisor: number;
};

export const environments: Record<EnvironmentName, Environment> = {
  sandbox: {
    name: 'sandbox',
    region: 'eu-west-1',
    protectData: false,
    throttle: { rate: 200, burst: 400 },
    logRetentionDays: 30,
    waitDivisor: 1,
  },
  live: {
    name: 'live',
    region: 'eu-west-1',
    protectData: true,
    throttle: { rate: 200, burst: 400 },
    authorizerConcurrency: 100,
    logRetentionDays: 90,
    waitDivisor: 1,
  },
};

/** `{service}-{environment}-{what}`: the name of a table, function, role or topic. */
export const physicalName = (environment: EnvironmentName, what: string): string => `${service}-${environment}-${what}`;

/** The name of a route's or worker's function: `cards.freeze` is `{service}-{environment}-cards-freeze`. */
export const functionName = (environment: EnvironmentName, id: string): string =>
  physicalName(environment, id.replaceAll('.', '-'));

/** The alias of the key that seals fields and encrypts every table. */
export const keyAlias = (environment: EnvironmentName): string => `alias/${service}-${environment}`;
