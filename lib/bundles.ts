import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuildOptions, build, type Metafile, version } from 'esbuild';
import { environmentCredentialsOnly } from './environment-credentials-only.ts';

/** Where the bundles lie, one folder per function id; a function's folder is what ships. */
export const bundleFolder = (id: string): string => join('.build', 'functions', id);

export type Entry = { readonly id: string; readonly file: string };

/** The bytes of each bundle and the modules that reached it. */
export type Content = { readonly id: string; readonly bytes: number; readonly modules: readonly string[] };

/**
 * Builds every entry in one run of esbuild and writes what changed. `openapi` is the printed document, which the bundle
 * of its route carries. When no input changed since the last run nothing is built.
 */
export const buildBundles = async (entries: readonly Entry[], openapi: string): Promise<readonly Content[]> => {
  const settings = createHash('sha256')
    .update(JSON.stringify([version, entries, openapi, ownSource()]))
    .digest('hex');
  const last = lastBuild();
  if (last?.settings === settings && last.stamp === stampOf(last.inputs)) return last.contents;
  const result = await build(optionsFor(entries, openapi));
  const outputs = result.outputFiles ?? [];
  for (const file of outputs) writeWhole(placeOf(file.path), file.contents);
  const inputs = Object.keys(result.metafile?.inputs ?? {}).filter((path) => !path.includes(':'));
  const contents = entries.map((entry) => contentOf(entry.id, result.metafile));
  const record: Build = { settings, stamp: stampOf(inputs), inputs, contents };
  writeWhole(recordFile, JSON.stringify(record));
  return contents;
};

/** What the last build made, or nothing when there was none or it is unreadable. */
const lastBuild = (): Build | undefined => {
  try {
    const record = JSON.parse(readFileSync(recordFile, 'utf8')) as Build;
    for (const { id } of record.contents) statSync(join(bundleFolder(id), 'index.cjs'));
    return record;
  } catch {
    return undefined;
  }
};

type Build = { settings: string; stamp: string; inputs: string[]; contents: Content[] };

const recordFile = join('.build', 'bundles.json');

const ownSource = (): string =>
  [import.meta.filename, join(import.meta.dirname, 'environment-credentials-only.ts')]
    .map((file) => readFileSync(file, 'utf8'))
    .join('');

const optionsFor = (entries: readonly Entry[], openapi: string): BuildOptions => ({
  entryPoints: entries.map(({ id, file }) => ({ in: file, out: `${id}/index` })),
  outdir: join('.build', 'functions'),
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  minify: true,
  // ES modules shake off what is unused; the CommonJS builds that `main` names do not.
  mainFields: ['module', 'main'],
  legalComments: 'none',
  metafile: true,
  write: false,
  // Kept apart from what ships, to read a stack trace from production.
  sourcemap: 'external',
  sourcesContent: false,
  define: { OPENAPI_DOCUMENT: JSON.stringify(openapi) },
  plugins: [environmentCredentialsOnly],
  logLevel: 'warning',
});

/** Source maps go beside the function folders, never into them. */
const placeOf = (path: string): string =>
  path.endsWith('.map') ? path.replace(join('.build', 'functions'), join('.build', 'maps')) : path;

/** Several processes may build at once: each file appears whole, and only when it differs. */
const writeWhole = (path: string, contents: Uint8Array | string): void => {
  const bytes = Buffer.from(contents);
  if (same(path, bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, bytes);
  renameSync(temporary, path);
};

const same = (path: string, bytes: Buffer): boolean => {
  try {
    return readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
};

const stampOf = (inputs: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const path of inputs) {
    const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { size: -1, mtimeMs: -1 };
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
};

const contentOf = (id: string, metafile: Metafile | undefined): Content => {
  const output = metafile?.outputs[join(bundleFolder(id), 'index.cjs')];
  if (!output) throw new Error(`esbuild wrote no bundle for ${id}.`);
  const modules = Object.entries(output.inputs).filter(([, input]) => input.bytesInOutput > 0);
  return { id, bytes: output.bytes, modules: modules.map(([path]) => path) };
};
