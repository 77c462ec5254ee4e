import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { type Pattern, patternOf } from '../patterns.ts';
import type { BusEvent } from './input.ts';
import { type Reach, type Target, targetOf } from './targets.ts';

/** The event buses of the templates, and the default bus of each region. */
export type Buses = {
  /** By name or arn; undefined is the default bus. The bus need not exist. */
  arnOf(bus: string | undefined, region: string): string;
  exists(arn: string): boolean;
  /** Brings an event to every target of every rule on the bus that it fits. */
  publish(busArn: string, event: BusEvent): void;
};

type Rule = { readonly busArn: string; readonly fits: Pattern; readonly targets: readonly Target[] };

/** Reads buses and rules; throws BadConfiguration for what cannot be run as AWS would. */
export const createBuses = ({ resources, ...reach }: Reach & { readonly resources: readonly Resource[] }): Buses => {
  const declared = resources.filter(({ type }) => type === 'AWS::Events::EventBus');
  const buses = new Set(declared.map(({ physicalId, region }) => busArn(physicalId, region)));
  const exists = (arn: string): boolean => buses.has(arn) || arn.endsWith(':event-bus/default');
  const rules = resources
    .filter(({ type, properties }) => type === 'AWS::Events::Rule' && properties.EventPattern !== undefined)
    .filter(({ properties }) => properties.State !== 'DISABLED')
    .map((resource) => ruleOf(resource, reach));
  const orphan = rules.find((rule) => !exists(rule.busArn));
  if (orphan) throw new BadConfiguration(`There is a rule on ${orphan.busArn}, which no template defines.`);
  return {
    arnOf: (bus, region) => busArn(bus, region),
    exists,
    publish: (arn, event) => {
      for (const rule of rules) {
        if (rule.busArn === arn && rule.fits(event)) for (const target of rule.targets) target(event);
      }
    },
  };
};

const busArn = (bus = 'default', region: string): string =>
  bus.startsWith('arn:') ? bus : `arn:aws:events:${region}:${account}:event-bus/${bus}`;

const ruleOf = ({ physicalId: name, region, properties }: Resource, reach: Reach): Rule => {
  const {
    EventBusName,
    EventPattern,
    Targets = [],
  } = properties as {
    EventBusName?: string;
    EventPattern: unknown;
    Targets?: readonly unknown[];
  };
  const bus = busArn(EventBusName, region);
  const busName = bus.slice(bus.lastIndexOf('/') + 1);
  const path = busName === 'default' ? name : `${busName}/${name}`;
  const rule = { name, arn: `arn:aws:events:${region}:${account}:rule/${path}` };
  const pattern = typeof EventPattern === 'string' ? JSON.parse(EventPattern) : EventPattern;
  return {
    busArn: bus,
    fits: patternOf(pattern, `The rule ${name}`),
    targets: Targets.map((target) => targetOf(target, rule, reach)),
  };
};
