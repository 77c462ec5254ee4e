import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleCli } from '../../cli/build.ts';

const build = fileURLToPath(new URL('../../.build/', import.meta.url));
mkdirSync(build, { recursive: true });

/** The binary as it ships, bundled from the sources as they are: it starts in two thirds of the time that these take. */
export const bundledCli = join(build, 'fsapi.cjs');

const dist = mkdtempSync(join(build, 'fsapi-'));
await bundleCli(dist);
// At once: another process of tests may do the same, or run the binary.
renameSync(join(dist, 'fsapi.cjs'), bundledCli);
rmSync(dist, { recursive: true });
