import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * An esbuild plugin: of the errors that a client of AWS knows by a class and a schema of their own, its bundle carries those
 * which the SDK's types name for the commands that `folder` uses. What else AWS may say still comes by name, message and
 * status, as an error does that is newer than the SDK.
 */
export const errorsOfCommands = (folder: string): Plugin => ({
  name: 'errors-of-commands',
  setup(build) {
    let commands: readonly string[] = [];
    build.onStart(() => {
      commands = commandsIn(folder);
    });
    build.onLoad({ filter: /\/@aws-sdk\/client-[^/]+\/dist-es\/schemas\/schemas_0\.js$/ }, ({ path }) => {
      const types = join(path, '..', '..', '..', 'dist-types', 'commands');
      const known = new Set(commands.flatMap((command) => thrownBy(join(types, `${command}.d.ts`))));
      if (known.size === 0) throw new Error(`${types} names no error of the commands that ${folder} uses.`);
      return {
        contents: readFileSync(path, 'utf8').replace(registration, (line, name) => (known.has(name) ? line : '')),
      };
    });
  },
});

/** The commands of clients that the sources of a folder name; the document client's by what each of them sends. */
const commandsIn = (folder: string): readonly string[] => {
  const text = globSync(join(folder, '**', '*.ts')).map((path) => readFileSync(path, 'utf8'));
  return [...new Set(text.join('\n').match(/\b\w+Command\b/g))].flatMap((command) => {
    const path = join(documentCommands, `${command}.js`);
    const sent = existsSync(path) ? /\bnew __(\w+)\(/.exec(readFileSync(path, 'utf8'))?.[1] : undefined;
    return sent === undefined ? [command] : [command, sent];
  });
};

const documentCommands = join(import.meta.dirname, '../node_modules/@aws-sdk/lib-dynamodb/dist-es/commands');

/** The names of errors in a command's types, the service's base error among them. */
const thrownBy = (types: string): readonly string[] =>
  existsSync(types)
    ? [...readFileSync(types, 'utf8').matchAll(/@throws \{@link (\w+)\}/g)].map(([, name]) => String(name))
    : [];

const registration = /^\w+_registry\.registerError\((\w+)\$, \w+\);$/gm;
