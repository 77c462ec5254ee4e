import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearWord } from '../lib/near-word.ts';

/** How a command is called, for `--help`: the first line names it, and the last ends without a line break. */
export type CommandUsage<Options> = {
  readonly usage: string;
  readonly options?: Options;
  /** The words that may follow it; `any`: the command checks them itself; absent: none may. */
  readonly words?: readonly string[] | 'any';
};

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/** The exit code of a command that was called in a way that it does not know. */
const usage_error = 2;

/**
 * Reads what a command was called with, before it does anything. `--help` prints how it is called, with exit code 0. An
 * unknown option or word is refused in a line that names a near one, with exit code 2.
 */
export const readCommandLine = <const Options extends OptionsConfig = Record<never, never>>(
  { usage, options, words = [] }: CommandUsage<Options>,
  args: readonly string[] = process.argv.slice(2),
) => {
  if (args.includes('--help') || args.includes('-h')) end(0, usage);
  try {
    const read = parseArgs({
      args: [...args],
      options: options ?? ({} as Options),
      allowPositionals: true,
    });
    const unknown =
      words === 'any' ? undefined : read.positionals.find((word) => !words.includes(word));
    return unknown === undefined
      ? read
      : refuse(`Unknown word ${JSON.stringify(unknown)}.`, unknown, words as string[]);
  } catch (error) {
    const sentence = (error as Error).message.replace(/\. To specify .*$/s, '.');
    const given = /^Unknown option '(--?[^']+)'/.exec(sentence)?.[1];
    const known = ['help', ...Object.keys(options ?? {})].map((name) => `--${name}`);
    return given
      ? refuse(`Unknown option ${given}.`, given, known)
      : end(usage_error, `${sentence} ${seeHelp}`);
  }
};

const seeHelp = 'Run it with --help to see its options.';

/** Ends the process with a sentence that refuses a word, and with the word that was probably meant. */
export const refuse = (sentence: string, word: string, known: readonly string[]): never => {
  const near = nearWord(word, known);
  return end(usage_error, `${sentence} ${near ? `Did you mean ${near}? ` : ''}${seeHelp}`);
};

/** Ends the process because it was called without something that it needs. */
export const missing = (sentence: string): never => end(usage_error, `${sentence} ${seeHelp}`);

/** Prints a sentence. */
export const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

/** Asks at the terminal, and takes only a yes for one; Ctrl-C and Ctrl-D are none. */
export const asksYes = async (question: string): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = once(terminal, 'close').then(() => '');
  const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed]);
  terminal.close();
  return /^\s*y(es)?\s*$/i.test(answer);
};

const end = (code: 0 | typeof usage_error, text: string): never => {
  process[code === 0 ? 'stdout' : 'stderr'].write(`${text}\n`);
  process.exit(code);
};

/** Does the work of a command; what it throws becomes a sentence, with exit code 1. */
export const orSentence = async (work: () => unknown): Promise<void> => {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${sentenceOf(error as Error)}\n`);
    process.exitCode = 1;
  }
};

/** The message of an error; for credentials of AWS that are missing, what to run. */
export const sentenceOf = ({ name, message }: Error): string =>
  credentialErrors.has(name)
    ? 'No credentials for AWS were found. Run `aws sso login`, or set AWS_PROFILE, then repeat the command.'
    : message;

const credentialErrors = new Set([
  ...['CredentialsProviderError', 'ExpiredToken', 'ExpiredTokenException', 'InvalidClientTokenId'],
  ...['UnrecognizedClientException', 'TokenProviderError'],
]);

/** Runs scripts of this repository one after another; the first that fails ends the process with its status. */
export const runScripts = (...scripts: readonly (readonly string[])[]): void => {
  for (const script of scripts) {
    const { status } = spawnSync(process.execPath, script, { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
};
