import { spawnSync } from 'node:child_process';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** How a command is called, for `--help`: the first line names it, and the last ends without a line break. */
export type CommandUsage<Options> = {
  readonly usage: string;
  readonly options?: Options;
  /** The words that may follow it; absent: none may. */
  readonly words?: readonly string[];
};

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads what a command was called with, before it does anything. `--help` prints how it is called, and an unknown option or
 * word is refused in a line: either ends the process.
 */
export const readCommandLine = <const Options extends OptionsConfig = Record<never, never>>(
  { usage, options, words = [] }: CommandUsage<Options>,
  args: readonly string[] = process.argv.slice(2),
) => {
  if (args.includes('--help') || args.includes('-h')) end(0, usage);
  try {
    const read = parseArgs({ args: [...args], options: options ?? ({} as Options), allowPositionals: true });
    const unknown = read.positionals.find((word) => !words.includes(word));
    if (unknown === undefined) return read;
    const known = words.length > 0 ? `It must be one of ${words.join(', ')}.` : 'No words may follow.';
    return end(1, `Unknown word ${JSON.stringify(unknown)}. ${known}`);
  } catch (error) {
    return end(1, `${(error as Error).message.replace(/\. To specify .*$/s, '.')} --help shows how it is called.`);
  }
};

const end = (code: 0 | 1, text: string): never => {
  process[code === 0 ? 'stdout' : 'stderr'].write(`${text}\n`);
  process.exit(code);
};

/** Runs scripts of this repository one after another; the first that fails ends the process with its status. */
export const runScripts = (...scripts: readonly (readonly string[])[]): void => {
  for (const script of scripts) {
    const { status } = spawnSync(process.execPath, script, { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
};
