import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** A file of the site as it lies in its bucket. */
export type SiteFile = {
  readonly body: Buffer;
  readonly headers: { readonly 'content-type': string; readonly 'cache-control': string };
};

/** All files of a built site by their keys, those last that name others. */
export const siteFiles = async (folder: string): Promise<ReadonlyMap<string, SiteFile>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const keys = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  const ordered = keys.sort((a, b) => Number(b.startsWith(named)) - Number(a.startsWith(named)) || (a < b ? -1 : 1));
  const files = ordered.map(async (key): Promise<[string, SiteFile]> => {
    const contentType = contentTypes[extname(key)];
    if (contentType === undefined) throw new Error(`What type is ${key}? Add it to bin/site/files.ts.`);
    const headers = { 'content-type': contentType, 'cache-control': key.startsWith(named) ? forever : 'no-store' };
    return [key, { body: await readFile(join(folder, key)), headers }];
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
