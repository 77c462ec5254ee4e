import type { Permissions } from '../../core/route.ts';

/** A function that is not a route: who may call it is decided where lib wires it. */
export type Worker = {
  /** `verb-object`: the file in the folder of jobs, the function's name and its service name in logs. */
  readonly id: `${string}-${string}`;
  /** One sentence; the function's description. */
  readonly summary: string;
  readonly permissions: Permissions;
  readonly timeout_seconds: number;
  readonly memory_mb: number;
};
