import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import paths, { dirname, join } from 'node:path';
import { type BuildOptions, build, type Metafile, version } from 'esbuild';
import { chunksOf } from '../functions/core/json.ts';
import { buildFolder } from './build-folder.ts';
import { fingerprintOf } from './file-fingerprint.ts';

/** Where the bundles lie, one folder per function id; a function's folder is what ships. */
export const bundleFolder = (id: string): string => join(buildFolder(), 'functions', id);

/** A bundle to build: its id, and the file that it begins with. */
export type BundleEntry = {
  readonly id: string;
  readonly file: string;
  /** Environment variables with the values that the bundle will run with: code for other values is left out. */
  readonly variables?: Readonly<Record<string, string>>;
};

/** Texts that are printed from the contract before anything is built, such as OPENAPI_DOCUMENT. */
export type Printed = Readonly<Record<string, string>>;

/** The bytes of each bundle and the modules that reached it. */
export type Content = {
  readonly id: string;
  readonly bytes: number;
  readonly modules: readonly string[];
};

/**
 * Builds every entry, in one run of esbuild for all with the same variables, and writes what changed. `printed` are texts by the name under which a
 * source declares them; the bundles whose sources do carry them. When no input changed since the last run nothing is
 * built.
 */
export const buildBundles = async (
  entries: readonly BundleEntry[],
  printed: Printed,
): Promise<readonly Content[]> => {
  const settings = createHash('sha256')
    .update(JSON.stringify([version, entries, printed, ownSource()]))
    .digest('hex');
  for (const { id } of entries) leaveAlone(bundleFolder(id));
  const last = lastBuild();
  if (last?.settings === settings && last.stamp === fingerprintOf(last.files)) return last.contents;
  const metafiles: Metafile[] = [];
  // Hundreds at once take gigabytes: esbuild holds the modules of each bundle apart.
  for (const some of withSameVariables(entries).flatMap((group) => chunksOf(group, together_max))) {
    const { outputFiles, metafile } = await build({
      ...optionsFor(some, printed),
      metafile: true,
    });
    for (const { path, contents } of outputFiles) writeWhole(path, contents);
    metafiles.push(metafile);
  }
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const read = [...new Set(inputs)].filter((path) => !path.includes(':'));
  const files = [...read, ...entries.map(({ id }) => join(bundleFolder(id), 'index.cjs'))];
  const outputs = Object.assign({}, ...metafiles.map(({ outputs }) => outputs));
  const contents = entries.map(({ id }) => contentOf(id, outputs));
  const record: Build = { settings, stamp: fingerprintOf(files), files, contents };
  writeWhole(recordFile(), JSON.stringify(record));
  return contents;
};

/** So many bundles are built at once. */
const together_max = 64;

/** Writes the source map of every entry's bundle to `.build/maps/<id>/index.cjs.map`; making them takes as long as the bundles. */
export const buildSourceMaps = async (
  entries: readonly BundleEntry[],
  printed: Printed,
): Promise<void> => {
  for (const some of withSameVariables(entries)) {
    const { outputFiles } = await build({
      ...optionsFor(some, printed),
      sourcemap: 'external',
      sourcesContent: false,
    });
    // Apart from what ships.
    for (const { path, contents } of outputFiles.filter(({ path }) => path.endsWith('.map')))
      writeWhole(
        path.replace(join(buildFolder(), 'functions'), join(buildFolder(), 'maps')),
        contents,
      );
  }
};

/** The entries of each run of esbuild, whose `define` holds for all of them. */
const withSameVariables = (entries: readonly BundleEntry[]): BundleEntry[][] => [
  ...Map.groupBy(entries, ({ variables }) => JSON.stringify(variables)).values(),
];

/** The last build; undefined if there was none or its record is unreadable. */
const lastBuild = (): Build | undefined => {
  try {
    return JSON.parse(readFileSync(recordFile(), 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * The record of a build, with the files (read and written) that must be unchanged for the build to
 * be current.
 */
type Build = { settings: string; stamp: string; files: string[]; contents: Content[] };

const recordFile = (): string => join(buildFolder(), 'bundles.json');

const ownSource = (): string => readFileSync(import.meta.filename, 'utf8');

/** How everything that runs on AWS is bundled: documented options of esbuild alone, so a library is as it was published. */
export const bundling = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  // A module of Node that is imported is shown whole, and of node:http that loads all of undici: required, it is not.
  supported: { 'dynamic-import': false },
  minify: true,
  // ES modules shake off what is unused; the CommonJS builds that `main` names do not.
  mainFields: ['module', 'main'],
  // The one module that stands in place of a published one.
  alias: {
    '@aws-sdk/credential-provider-node': join(
      import.meta.dirname,
      '../functions/core/aws/environment-credentials.ts',
    ),
  },
  logLevel: 'warning',
} as const satisfies BuildOptions;

const optionsFor = (entries: readonly BundleEntry[], printed: Printed) =>
  ({
    ...bundling,
    absWorkingDir: process.cwd(),
    entryPoints: entries.map(({ id, file }) => ({ in: file, out: `${id}/index` })),
    outdir: join(buildFolder(), 'functions'),
    outExtension: { '.js': '.cjs' },
    legalComments: 'none',
    write: false,
    define: { ...defined(printed), ...definedVariables(entries[0]?.variables) },
  }) satisfies BuildOptions;

const defined = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.stringify(text)]));

/** The option `define` of esbuild for environment variables whose values a bundle will run with. */
export const definedVariables = (variables: BundleEntry['variables'] = {}) =>
  defined(
    Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [`process.env.${name}`, value]),
    ),
  );

/** A function's folder ships as it is, so whatever an earlier build left beside the bundle goes. */
const leaveAlone = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder))
    if (file !== 'index.cjs') rmSync(join(folder, file), { recursive: true });
};

/** Several processes may build at once: each file appears whole, from elsewhere, and only when it differs. */
const writeWhole = (path: string, contents: Uint8Array | string): void => {
  const bytes = Buffer.from(contents);
  if (same(path, bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  const temporary = join(buildFolder(), `${process.pid}.part`);
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

/** A path as esbuild's metafile names it on every system: from the repository's root, with slashes. */
export const outputName = (
  file: string,
  { relative, resolve, sep } = paths,
  root = process.cwd(),
): string => relative(root, resolve(root, file)).split(sep).join('/');

const contentOf = (id: string, outputs: Metafile['outputs']): Content => {
  const output = outputs[outputName(join(bundleFolder(id), 'index.cjs'))];
  if (!output) throw new Error(`esbuild wrote no bundle for ${id}.`);
  const modules = Object.entries(output.inputs).filter(([, input]) => input.bytesInOutput > 0);
  return { id, bytes: output.bytes, modules: modules.map(([path]) => path) };
};
