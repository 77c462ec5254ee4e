import { randomUUID } from 'node:crypto';
import { account } from '../assembly.ts';

/** An event as rules see it and targets get it. */
export type BusEvent = {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  /** Whole seconds, in UTC. */
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: unknown;
};

/** What there is to say about an event before a bus has it. */
export type Happening = {
  /** `aws.s3`, or the service's own name. */
  readonly source: string;
  readonly detailType: string;
  readonly detail: unknown;
  readonly region: string;
  readonly resources?: readonly string[] | undefined;
  /** Absent: now. */
  readonly time?: Date | undefined;
};

/** The event of a happening, with an id of its own. */
export const busEvent = (happening: Happening): BusEvent => ({
  version: '0',
  id: randomUUID(),
  'detail-type': happening.detailType,
  source: happening.source,
  account,
  time: `${(happening.time ?? new Date()).toISOString().slice(0, 19)}Z`,
  region: happening.region,
  resources: happening.resources ?? [],
  detail: happening.detail,
});
