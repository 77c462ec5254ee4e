import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { compiledAhead } from './compiled-ahead.ts';
import { environmentCredentialsOnly } from './environment-credentials-only.ts';
import { errorsOfCommands } from './errors-of-commands.ts';
import { leftOutModules } from './left-out-modules.ts';
import { unreadDeclarations } from './unread-declarations.ts';

const functions = join(import.meta.dirname, '..', 'functions');

/** What every bundle is built with. */
export const plugins: Plugin[] = [
  compiledAhead([
    environmentCredentialsOnly,
    leftOutModules(),
    errorsOfCommands(functions),
    unreadDeclarations(functions),
  ]),
];
