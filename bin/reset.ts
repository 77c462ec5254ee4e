import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { BadConfiguration } from '../local/errors.ts';
import { missing, readCommandLine } from './command-line.ts';
import { contentOf, copyOf, emptyFolder } from './start/emptying.ts';
import { dataFolderDefault, readSettings } from './start/settings.ts';

const { values } = readCommandLine({
  usage: `npm run local:reset [-- --yes]

Moves all data and keys in .local/data, or in the folder that LOCAL_DATA names, into a folder beside it, which the next
npm start deletes. It asks first; --yes answers where nobody can be asked. It is refused while a service runs on the
folder.`,
  options: { yes: { type: 'boolean', default: false } },
});

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

const reset = async (): Promise<void> => {
  const folder = resolve(readSettings(process.env).dataFolder ?? dataFolderDefault);
  const content = contentOf(folder);
  if (content.length === 0) return say(`${folder} is empty: the next npm start makes new data.`);
  const isAskable = process.stdin.isTTY && process.stdout.isTTY;
  if (!values.yes && !isAskable)
    missing(`${folder} stays as it is, because nobody can be asked here: --yes is the answer.`);
  const agrees = async () => values.yes || (await asks(folder, content));
  const isEmptied = await emptyFolder(folder, agrees);
  if (!isEmptied) return say(`${folder} stays as it is.`);
  say(`${folder} is empty. Until the next npm start its data are in ${copyOf(folder)}.`);
};

/** Says what would go, and takes only a yes for one; Ctrl-C and Ctrl-D are none. */
const asks = async (folder: string, content: ReturnType<typeof contentOf>): Promise<boolean> => {
  say(`${folder} contains`);
  for (const { name, bytes } of content) say(`  ${name} (${Math.ceil(bytes / 1000)} kB)`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = once(terminal, 'close').then(() => '');
  const answer = await Promise.race([terminal.question('Delete all of it? [y/N] '), closed]);
  terminal.close();
  return /^\s*y(es)?\s*$/i.test(answer);
};

try {
  await reset();
} catch (error) {
  process.stderr.write(error instanceof BadConfiguration ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exitCode = 1;
}
