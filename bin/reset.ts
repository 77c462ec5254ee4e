import { resolve } from 'node:path';
import { BadConfiguration } from '../local/errors.ts';
import { asksYes, missing, readCommandLine, say } from './command-line.ts';
import { contentOf, copyOf, emptyFolder } from './start/emptying.ts';
import { dataFolderDefault, readSettings } from './start/settings.ts';

const { values } = readCommandLine({
  usage: `npm run local:reset [-- --yes]

Moves all data and keys in .local/data, or in the folder that LOCAL_DATA names, into a folder beside it, which the next
npm start deletes. It asks first; --yes answers where nobody can be asked. It is refused while a service runs on the
folder.`,
  options: { yes: { type: 'boolean', default: false } },
});

const reset = async (): Promise<void> => {
  const folder = resolve(readSettings(process.env).dataFolder ?? dataFolderDefault);
  const content = contentOf(folder);
  if (content.length === 0) return say(`${folder} is empty: the next npm start makes new data.`);
  const isAskable = process.stdin.isTTY && process.stdout.isTTY;
  if (!values.yes && !isAskable)
    missing(
      `Nothing was deleted: the command cannot ask without a terminal. Add --yes to delete ${folder}.`,
    );
  const agrees = async () => values.yes || (await asks(folder, content));
  const isEmptied = await emptyFolder(folder, agrees);
  if (!isEmptied) return say(`Nothing was deleted: ${folder} stays as it is.`);
  say(`${folder} is empty. Until the next npm start its data are in ${copyOf(folder)}.`);
};

/** Says what would go, and asks. */
const asks = (folder: string, content: ReturnType<typeof contentOf>): Promise<boolean> => {
  say(`${folder} contains`);
  for (const { name, bytes } of content) say(`  ${name} (${Math.ceil(bytes / 1000)} kB)`);
  return asksYes('Delete all of it?');
};

try {
  await reset();
} catch (error) {
  process.stderr.write(
    error instanceof BadConfiguration ? `${error.message}\n` : `${(error as Error).stack}\n`,
  );
  process.exitCode = 1;
}
