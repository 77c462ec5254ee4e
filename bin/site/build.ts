import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, root, runToEnd } from '../build.ts';

/**
 * Builds the site unless what the same sources made is there, and answers its folder. Rejects with BadConfiguration when it
 * cannot be built; `say` hears that it is being built.
 */
export const buildSite = async (say: (sentence: string) => void, signal?: AbortSignal): Promise<string> => {
  const home = join(root, '.build');
  const built = join(home, `site-${digestOf('', sources).slice(0, 16)}`);
  if (existsSync(built)) return built;
  say('Building the dashboard …');
  const half = `${built}.${process.pid}`;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  mkdirSync(home, { recursive: true });
  const args = [vite, 'build', 'dashboard', '--outDir', half, '--emptyOutDir', '--logLevel', 'error'];
  await runToEnd(args, { failing: 'The dashboard cannot be built', env: process.env, signal });
  if (signal?.aborted) return built;
  keep(half, built);
  // Whoever runs holds what it read of an older one.
  for (const older of globSync('site-*', { cwd: home }))
    if (join(home, older) !== built && !older.includes('.'))
      rmSync(join(home, older), { recursive: true, force: true });
  return built;
};

/** Another start may have built the same meanwhile. */
const keep = (half: string, built: string): void => {
  try {
    renameSync(half, built);
  } catch (error) {
    if (!existsSync(built)) throw error;
    rmSync(half, { recursive: true });
  }
};

/** What the site is made of: its own sources, and the contract with what it stands on. */
const sources = ['dashboard/{*,public/**,src/**}', 'functions/{contract,domain}/**/*.ts', 'package-lock.json'];
