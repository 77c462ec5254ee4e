import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import type { Deliver } from './deliver.ts';
import { type BusEvent, busEvent, type Happening } from './event.ts';
import type { Rule } from './rules.ts';

/** The event buses of the templates, and each region's default bus. */
export type Buses = {
  /** By name or arn; undefined for one that does not exist. */
  find(nameOrArn: string, region: string): Bus | undefined;
  /** Puts an event of an AWS service on the default bus of its region. */
  putDefault(happening: Happening): BusEvent;
};

export type Bus = {
  readonly name: string;
  readonly arn: string;
  /** Brings the event to the targets of every rule that it fits. */
  put(happening: Happening): BusEvent;
};

/** Buses with their rules. A rule on a bus that no template declares has nothing to match. */
export const createBuses = (resources: readonly Resource[], rules: readonly Rule[], deliver: Deliver): Buses => {
  const declared = resources.filter(({ type }) => type === 'AWS::Events::EventBus');
  const names = new Set(declared.map(({ physicalId, region }) => busArn(region, physicalId)));
  const busOf = (arn: string, name: string): Bus => ({
    name,
    arn,
    put: (happening) => {
      const event = busEvent(happening);
      for (const rule of rules) {
        if (!rule.enabled || busArn(rule.region, rule.bus) !== arn || !rule.matches?.(event)) continue;
        for (const target of rule.targets) void deliver(rule, target, event);
      }
      return event;
    },
  });
  const find = (nameOrArn: string, region: string): Bus | undefined => {
    const arn = nameOrArn.startsWith('arn:') ? nameOrArn : busArn(region, nameOrArn);
    const name = arn.split('/').at(-1) ?? '';
    return name === 'default' || names.has(arn) ? busOf(arn, name) : undefined;
  };
  return {
    find,
    putDefault: (happening) => busOf(busArn(happening.region, 'default'), 'default').put(happening),
  };
};

/** The arn of a bus, whether it exists or not. */
export const busArn = (region: string, name: string): string => `arn:aws:events:${region}:${account}:event-bus/${name}`;
