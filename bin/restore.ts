import { parseArgs } from 'node:util';
import { switchOf } from './restore/switch.ts';
import { CommandError, environmentNamed, runCommand, targetNamed } from './start/target.ts';

// `npm run restore`: brings items back from tables that DynamoDB restored under other names; docs/restoring.md.

const usage = `npm run restore -- <command> --environment sandbox|live [--target local|aws]
  switch off   ends everything that writes: calls of the APIs, schedules, event source mappings
  switch on    sets back what switch off has recorded`;

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

const text = { type: 'string' } as const;
const options = { environment: text, target: text } as const;

const main = async (): Promise<void> => {
  const { values, positionals } = parse(process.argv.slice(2));
  const environment = environmentNamed(values.environment);
  const target = targetNamed(values.target, environment);
  say(`${positionals.join(' ')} in ${environment}, ${target.name}`);
  const power = switchOf(environment, target, say);
  switch (positionals.join(' ')) {
    case 'switch off':
      return power.switchOff();
    case 'switch on':
      return power.switchOn();
    default:
      throw new CommandError(usage);
  }
};

const parse = (words: string[]) => {
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${usage}`);
  }
};

await runCommand(main);
