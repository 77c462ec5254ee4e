import { physicalName } from '../../lib/environments.ts';
import { readWhole, writeWhole } from '../../local/files.ts';
import { missing, orSentence, readCommandLine, refuse, say } from '../command-line.ts';
import { withProgress } from '../progress.ts';
import { environmentNamed, recordFile, targetNamed, targetOptions } from '../start/target.ts';
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

const options = {
  ...targetOptions,
  'per-second': { type: 'string' },
  again: { type: 'boolean', default: false },
} as const;

const main = async (): Promise<void> => {
  const { values, positionals } = readCommandLine({
    usage,
    options,
    words: Object.keys(backfills),
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) return missing('Name one backfill.');
  const backfill = backfills[name] ?? refuse(`Unknown word ${name}.`, name, Object.keys(backfills));
  const environment = environmentNamed(values.environment);
  const perSecond = Number(values['per-second'] ?? per_second_default);
  if (!Number.isInteger(perSecond) || perSecond < 1)
    return missing('--per-second must be a whole number, at least 1.');
  const target = targetNamed(values.target, environment, values.region);
  const file = recordFile(environment, target, `backfill-${name}-`);
  const saved = values.again ? undefined : readWhole<Progress>(file);
  if (saved?.done) return say(`${summary(saved)} It is done: --again begins at the beginning.`);
  say(`${name} in ${environment}, ${target.name}${saved ? `, behind ${saved.read} items` : ''}`);
  const done = await withProgress(({ show, note }) =>
    runBackfill(
      {
        client: clientOf(target),
        TableName: physicalName(environment, backfill.table),
        backfill,
        perSecond,
        save: (progress) => {
          writeWhole(file, progress);
          show(summary(progress));
        },
        logUnreadable: ({ message }) => note(message),
      },
      saved ?? noProgress,
    ),
  );
  say(summary(done));
  if (done.unreadable > 0)
    throw new Error(
      `${done.unreadable} items cannot be read. Mend each with \`npm run ops -- repair\`, then repeat this command with --again.`,
    );
};

const summary = ({ read, written, changed, unreadable }: Progress): string =>
  `${read} read, ${written} written, ${changed} changed by others meanwhile, ${unreadable} unreadable.`;

await orSentence(main);
