import { dirname, join } from 'node:path/posix';

/** A source file by its path from the repository's root. */
export type Source = { readonly path: string; readonly text: string };

type Room = {
  /** Other rooms, or single files of them, that it may import. */
  readonly ours: readonly string[];
  /** Packages it may import; absent: any that no rule forbids. */
  readonly packages?: RegExp;
};

/** Whom each room may import, most particular first. What is not here is not a room. */
const rooms: Readonly<Record<string, Room>> = {
  'functions/domain': { ours: [], packages: /^$/ },
  'functions/contract': { ours: ['functions/domain'], packages: /^(zod\/mini|iso-3166-1|postcode-validator)$/ },
  'functions/cache.ts': { ours: [], packages: /^lru-cache$/ },
  'functions/runtime': {
    ours: [],
    packages:
      /^(node:async_hooks|aws-lambda|@aws-lambda-powertools\/logger|@aws-sdk\/(client-dynamodb|credential-provider-env))$/,
  },
  'functions/store': {
    ours: ['functions/domain', 'functions/runtime'],
    packages: /^(@aws-sdk\/.*|node:.*|typeid-js|uuid)$/,
  },
  'functions/aws': { ours: [], packages: /^@aws-sdk\/.*$/ },
  'functions/ports': { ours: ['functions/cache.ts', 'functions/domain', 'functions/runtime'] },
  'functions/unit-of-work': {
    ours: ['functions/contract', 'functions/domain', 'functions/runtime', 'functions/store'],
    packages: /^zod\/mini$/,
  },
  'functions/http': {
    ours: [
      'functions/contract',
      'functions/domain',
      // Cursors are of the way in, and where their keys come from is outside.
      'functions/ports/cursor-key',
      'functions/runtime',
      'functions/store',
      'functions/unit-of-work',
    ],
  },
  'functions/api': {
    ours: [
      'functions/contract',
      'functions/domain',
      'functions/runtime',
      'functions/store',
      'functions/unit-of-work',
      'functions/ports',
      'functions/http',
    ],
  },
  'functions/workers': {
    ours: [
      'functions/workers',
      'functions/cache.ts',
      'functions/contract',
      'functions/domain',
      'functions/runtime',
      'functions/store',
      'functions/unit-of-work',
      'functions/ports',
    ],
  },
  'lib/environments.ts': { ours: [], packages: /^$/ },
  lib: {
    // The refusals of the gateway and of the functions are printed by the same lines.
    ours: [
      'lib',
      'functions/contract',
      'functions/domain/api-error.ts',
      'functions/store/table.ts',
      'functions/store/due-fields.ts',
      'functions/http/response.ts',
      'cdk.json',
    ],
  },
  bin: { ours: ['bin', 'client', 'lib', 'functions/contract', 'local', 'cdk.json'] },
  // What ships is printed from the contract; its sources know what the contract declares.
  client: {
    ours: ['client', 'functions/contract', 'functions/domain'],
    packages: /^(esbuild|node:.*|standardwebhooks|zod\/mini)$/,
  },
  'local/test': { ours: ['local'] },
  local: { ours: [] },
  // What routes take and answer, and the names of roles and refusals; values of it are printed when the site is built.
  dashboard: { ours: ['dashboard', 'client/src', 'functions/contract', 'functions/domain'] },
  bench: { ours: ['bench', 'bin', 'functions', 'lib', 'local'] },
  test: { ours: ['test', 'bin', 'bench', 'client', 'functions', 'lib', 'local', 'cdk.json', 'package.json'] },
};

/** Rooms whose files do not import one another: a shared need moves to domain or store. */
const strangers = ['functions/api'];

const deployment = /^(aws-cdk-lib|constructs|cdk-nag|esbuild)(\/|$)/;
const fullZod = /^zod(\/(?!mini$)|$)/;

/** One sentence for every import, name or word that the house does not allow. */
export const houseFaults = (sources: readonly Source[]): string[] =>
  sources.flatMap((source) => [...importFaults(source), ...nameFaults(source.path), ...wordFaults(source)]);

/** What a file imports, exports from elsewhere, or loads while it runs. */
export const importsOf = (text: string): string[] =>
  [...text.matchAll(importing)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');

const quoted = /['"]([^'"]+)['"]/.source;
const importing = new RegExp(
  [
    `^(?:import|export)\\b[^'"\`;]*?\\bfrom\\s+${quoted}`,
    `^import\\s+${quoted}`,
    `\\b(?:import|require)\\(\\s*${quoted}`,
  ].join('|'),
  'gm',
);

const roomOf = (path: string): string | undefined =>
  Object.keys(rooms).find((name) => path === name || path.startsWith(`${name}/`));

const importFaults = ({ path, text }: Source): string[] => {
  const name = roomOf(path);
  const room = rooms[name ?? ''];
  if (!name || !room) return [`${path} stands in no room of the house.`];
  return importsOf(text).flatMap((target) => {
    const fault = target.startsWith('.')
      ? arrowFault(name, room, join(dirname(path), target))
      : packageFault(path, room, target);
    return fault ? [`${path} imports ${target}: ${fault}.`] : [];
  });
};

const arrowFault = (name: string, room: Room, target: string): string | undefined => {
  if (roomOf(target) === name) return strangers.includes(name) ? 'a shared need moves to domain or store' : undefined;
  const allowed = room.ours.some((one) => target === one || target.startsWith(`${one}/`));
  return allowed ? undefined : `no arrow leads there from ${name}`;
};

const packageFault = (path: string, room: Room, target: string): string | undefined => {
  if (room.packages && !room.packages.test(target)) return 'this room takes no such package';
  if (path.startsWith('functions/') && deployment.test(target)) return 'it belongs to the deployment';
  if (path.startsWith('functions/') && fullZod.test(target)) return 'it costs 400 KB: import * as z from zod/mini';
  return undefined;
};

const nameFaults = (path: string): string[] => {
  const parts = path.replace(/\.[^/]*$/, '').split(/[/.-]/);
  const vague = parts.filter(
    (part) => /^(utils?|common|misc)$/.test(part) || (/^helpers?$/.test(part) && !/^(local\/)?test\//.test(path)),
  );
  const kebab = /^([a-z0-9.-]+\/)*[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d))?\.[a-z]+$/.test(path);
  return [
    ...vague.map((part) => `${path} is called ${part}, which says nothing.`),
    ...(kebab ? [] : [`${path} is not in kebab-case.`]),
  ];
};

const wordFaults = ({ path, text }: Source): string[] =>
  words.filter(({ where, word }) => where.test(path) && word.test(text)).map(({ why }) => `${path}: ${why}.`);

const words: readonly { where: RegExp; word: RegExp; why: string }[] = [
  {
    where: /^functions\/domain\//,
    word: /\bprocess\b|\bDate\.now\b|new Date\(\)|\bMath\.random\b|\bcrypto\b|\bperformance\b|\bfetch\(/,
    why: 'the domain is given time, chance and surroundings as arguments',
  },
  { where: /^functions\/contract\//, word: /\bprocess\.env\b/, why: 'the contract is the same in every environment' },
  {
    where: /^lib\//,
    word: /^(?!\s*(\/\/|\/?\*)).*\bprocess\.env\b/m,
    why: 'settings come from environments.ts and the CDK context',
  },
  {
    where: /^functions\/(?!runtime\/clock\.ts$)/,
    word: /new Date\(\)|\bDate\.now\b|^(?!\s*(\/\/|\/?\*)).*\benv\.WAIT_DIVISOR\b/m,
    why: 'moments and waits come from the one clock',
  },
  {
    // The authorizers answer nobody before they have ended.
    where: /^functions\/(?!store\/(accounts\/access|operators\/standing)\.ts$)/,
    word: /(?<!bounded\(\s*)new \w+Client\(/,
    why: 'a client of AWS is bounded by the deadline of whoever uses it',
  },
  {
    where: /^functions\//,
    word: /\bimport\s*\{[^}]*\bz\b[^}]*\}\s*from\s*['"]zod/,
    why: 'the brace form of zod costs 400 KB',
  },
];
