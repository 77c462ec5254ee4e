import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { environmentCredentialsOnly } from './environment-credentials-only.ts';
import { leftOutModules } from './left-out-modules.ts';
import { unreadDeclarations } from './unread-declarations.ts';

/** What every bundle is built with. */
export const plugins: Plugin[] = [
  environmentCredentialsOnly,
  leftOutModules(),
  unreadDeclarations(join(import.meta.dirname, '..', 'functions')),
];
