import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Product } from '../../lib/product.ts';
import { digestOf, root, runToEnd } from '../build.ts';

/**
 * Builds the site unless what the same sources made is there, and answers its folder. Rejects with BadConfiguration when it
 * cannot be built; `say` gets a sentence when it is being built.
 */
export const buildSite = async (
  say: (sentence: string) => void,
  signal?: AbortSignal,
  home = join(root, '.build'),
): Promise<string> => {
  const name = `site-${digestOf('', siteSources).slice(0, 16)}`;
  const built = join(home, name);
  const earlier = [built, join(root, '.build', name)].find((folder) => existsSync(folder));
  if (earlier !== undefined) return earlier;
  say('Building the dashboard …');
  const half = `${built}.${process.pid}`;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  mkdirSync(home, { recursive: true });
  for (const page of ['dashboard', 'onboarding'])
    await runToEnd([vite, 'build', page, '--outDir', half, ...viteOptions], {
      failing: `The ${page} page cannot be built`,
      env: process.env,
      signal,
    });
  if (signal?.aborted) return built;
  keep(half, built);
  // A running service holds what it read of an older one.
  for (const older of globSync('site-*', { cwd: home }))
    if (join(home, older) !== built && !older.includes('.'))
      rmSync(join(home, older), { recursive: true, force: true });
  return built;
};

/** Vite's own way to load a configuration writes into node_modules. */
const viteOptions = ['--configLoader', 'native', '--emptyOutDir', 'false', '--logLevel', 'error'];

/** Another start may have built the same meanwhile. */
const keep = (half: string, built: string): void => {
  try {
    renameSync(half, built);
  } catch (error) {
    if (!existsSync(built)) throw error;
    rmSync(half, { recursive: true });
  }
};

/** The sources of the site: its own sources, and the contract with what it stands on. */
export const siteSources: readonly string[] = [
  '{dashboard,onboarding}/{*,public/**,src/**}',
  '{client/src,functions}/**/*.ts',
  'package-lock.json',
];

/** A file of the site, as its bucket serves it. */
export type SiteFile = {
  readonly body: Buffer;
  readonly headers: { readonly 'content-type': string; readonly 'cache-control': string };
};

/** All files of a built site by their keys, those last that name others; the product's mark is its icon. */
export const siteFiles = async (
  folder: string,
  { mark }: Product,
): Promise<ReadonlyMap<string, SiteFile>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const keys = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  const ordered = keys.sort(
    (a, b) => Number(b.startsWith(named)) - Number(a.startsWith(named)) || (a < b ? -1 : 1),
  );
  const files = ordered.map(async (key): Promise<[string, SiteFile]> => {
    const contentType = contentTypes[extname(key)];
    if (contentType === undefined)
      throw new Error(
        `No content type is known for ${key}. Add its ending to contentTypes in bin/site/build.ts.`,
      );
    const headers = {
      'content-type': contentType,
      'cache-control': key.startsWith(named) ? forever : 'no-store',
    };
    return [
      key,
      { body: key === 'icon.svg' ? Buffer.from(mark) : await readFile(join(folder, key)), headers },
    ];
  });
  return new Map(await Promise.all(files));
};

/** Files here have a digest of their content in their names, so that none ever changes. */
const named = 'assets/';
const forever = 'public, max-age=31536000, immutable';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};
