import { type GlobOptionsWithoutFileTypes, globSync } from 'node:fs';
import { sep } from 'node:path';

/** Files by patterns, as paths with slashes on every system: tests compare them with written ones. */
export const pathsOf = (
  patterns: string | readonly string[],
  options: GlobOptionsWithoutFileTypes = {},
): readonly string[] => globSync(patterns, options).map((path) => withSlashes(path));

/** A path of this system, or of one with another separator, with slashes. */
export const withSlashes = (path: string, separator = sep): string =>
  path.split(separator).join('/');
