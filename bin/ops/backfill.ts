import { physicalName } from '../../lib/environments.ts';
import { readWhole, writeWhole } from '../../local/files.ts';
import { missing, readCommandLine, refuse } from '../command-line.ts';
import { CommandError, environmentNamed, runCommand, targetNamed } from '../start/target.ts';
import { backfills } from './backfill/backfills.ts';
import { noProgress, type Progress, runBackfill } from './backfill/run.ts';
import { clientOf } from './restore/tables.ts';

const per_second_default = 500;

const usage = `npm run ops -- backfill <name> --environment sandbox|live [option …]

Fills what items stored earlier lack and what follows from them, one page after another. It can be stopped at any time: its
progress is in the folder .restore, and the same command goes on there. It writes over no change of somebody else.
${Object.entries(backfills)
  .map(([name, { does }]) => `  ${name}  ${does}`)
  .join('\n')}

  --per-second <n>       items that it reads in a second at most, ${per_second_default} without it
  --again                begins at the beginning
  --target local|aws     without it the service that runs from this folder, else AWS
  --region <region>      on AWS, in place of the region of the settings`;

const text = { type: 'string' } as const;
const options = {
  ...{ environment: text, target: text, region: text, 'per-second': text },
  again: { type: 'boolean', default: false },
} as const;

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

const main = async (): Promise<void> => {
  const { values, positionals } = readCommandLine({ usage, options, words: Object.keys(backfills) });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) return missing('Name one backfill.');
  const backfill = backfills[name] ?? refuse(`Unknown word ${name}.`, name, Object.keys(backfills));
  const environment = environmentNamed(values.environment);
  const perSecond = Number(values['per-second'] ?? per_second_default);
  if (!Number.isInteger(perSecond) || perSecond < 1) return missing('--per-second must be a whole number, at least 1.');
  const target = targetNamed(values.target, environment, values.region);
  const file = `.restore/backfill-${name}-${environment}-${target.config.endpoint === undefined ? 'aws' : 'local'}.json`;
  const saved = values.again ? undefined : readWhole<Progress>(file);
  if (saved?.done) return say(`${summary(saved)} It is done: --again begins at the beginning.`);
  say(`${name} in ${environment}, ${target.name}${saved ? `, behind ${saved.read} items` : ''}`);
  const save = (progress: Progress): void => {
    writeWhole(file, progress);
    say(summary(progress));
  };
  const run = {
    ...{ client: clientOf(target), TableName: physicalName(environment, backfill.table), backfill, perSecond, save },
    logUnreadable: ({ message }: Error) => say(message),
  };
  const { unreadable } = await runBackfill(run, saved ?? noProgress);
  if (unreadable > 0)
    throw new CommandError('Items cannot be read: `npm run ops -- repair` each, then run this command with --again.');
};

const summary = ({ read, written, changed, unreadable }: Progress): string =>
  `${read} read, ${written} written, ${changed} changed by others meanwhile, ${unreadable} unreadable.`;

await runCommand(main);
