/** Every file that names the software version. */
export const versionedFiles: readonly string[] = [
  'package.json',
  ...['client', 'cli', 'local', 'dashboard', 'onboarding'].map(
    (workspace) => `${workspace}/package.json`,
  ),
  'package-lock.json',
  'client/src/product.ts',
  'client/src/create-client.ts',
  'docs/start/cli.md',
];

/** A package as a file or a User-Agent names it, before its version. */
export const namedPackage = /(financial-services-(?:client|cli)[/-])\d+\.\d+\.\d+/g;

type Lock = { version: string; readonly packages: Readonly<Record<string, { version?: string }>> };

/** The text of a versioned file with another software version. */
export const withVersion = (path: string, text: string, version: string): string => {
  if (path === 'package-lock.json') return lockWith(text, version);
  if (path.endsWith('package.json'))
    return text.replace(/^( {2}"version": ")[^"]+/m, `$1${version}`);
  return text.replaceAll(namedPackage, `$1${version}`);
};

const lockWith = (text: string, version: string): string => {
  const lock: Lock = JSON.parse(text);
  lock.version = version;
  for (const [folder, entry] of Object.entries(lock.packages))
    if (versionedFiles.includes(folder === '' ? 'package.json' : `${folder}/package.json`))
      entry.version = version;
  return `${JSON.stringify(lock, null, 2)}\n`;
};
