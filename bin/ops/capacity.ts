import { readFileSync } from 'node:fs';
import {
  capacityOf,
  capacityTable,
  firstLimit,
  shareTaken,
  type Taken,
  tableUnits,
  warmThroughputNote,
} from '../../lib/capacity.ts';
import { chosenEnvironments } from '../../lib/settings.ts';
import { orSentence, readCommandLine } from '../command-line.ts';

const usage = `npm run ops -- capacity [option …]

Prints the resources of live that so many creates of customers a second use, and which limit is reached first.
  --creates      1000: customers created a second
  --largest      0.05: the share of the largest business in them
  --shards       1: the write shards of that business
  --encrypted    0.1: the share of customers with a tax id
  --endpoint-ms  200: how long an endpoint takes to answer a delivery
  --region       eu-west-1: whose quotas are taken`;

const number = (fallback: string) => ({ type: 'string', default: fallback }) as const;
const options = {
  creates: number('1000'),
  largest: number('0.05'),
  shards: number('1'),
  encrypted: number('0.1'),
  'endpoint-ms': number('200'),
  region: number('eu-west-1'),
} as const;

type Spread = { readonly median: number };
type Measured = Readonly<Record<keyof Taken, Spread>>;

const taken = ({ write, calls, processor_ms }: Measured): Taken => ({
  write: write.median,
  calls: calls.median,
  processor_ms: processor_ms.median,
});

const { values } = readCommandLine({ usage, options });

await orSentence(async () => {
  const environment = chosenEnvironments({ settings: { live: { region: values.region } } }).find(
    ({ name }) => name === 'live',
  );
  if (!environment)
    throw new Error('The settings have no environment live: see lib/environments.ts.');
  const of = (name: 'creates' | 'largest' | 'shards' | 'encrypted' | 'endpoint-ms'): number => {
    const value = Number(values[name]);
    if (!(value >= 0)) throw new Error(`--${name} is a number from 0.`);
    return value;
  };
  const load = {
    creates: of('creates'),
    largest: of('largest'),
    shards: of('shards'),
    encrypted: of('encrypted'),
    endpoint_ms: of('endpoint-ms'),
  };
  const { costs } = JSON.parse(
    readFileSync(new URL('../../bench/results.json', import.meta.url), 'utf8'),
  );
  const [create, event] = [taken(costs.taken.create), taken(costs.taken.event)];
  const parts = capacityOf(environment, load, create, event);
  const least = firstLimit(parts);
  const most = least ? Math.floor(load.creates / shareTaken(least)) : load.creates;
  process.stdout.write(`${capacityTable(parts).join('\n')}\n\n`);
  process.stdout.write(
    `First, apart from settings: ${least?.name}, at ${most} creates a second (${least?.lift}).\n`,
  );
  const note = warmThroughputNote(tableUnits(load.creates, create, event));
  if (note) process.stdout.write(`${note}\n`);
});
