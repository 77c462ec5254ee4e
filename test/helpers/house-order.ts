import { dirname, join } from 'node:path/posix';
import { importsOf, type Source } from './house.ts';

/** Rooms that have a folder for each noun. */
const layers = ['functions/domain', 'functions/contract', 'functions/store'];

/** Nouns stand on each other in this order, the same in every layer; printing the document needs none of them. */
const order = [
  ...['openapi', 'accounts', 'operators', 'customers', 'documents', 'verifications', 'features', 'cards'],
  ...['authorizations', 'webhooks', 'deliveries', 'events', 'redactions', 'scenarios', 'simulations', 'overview'],
];

/** What is sent does not know what it tells of: webhooks and deliveries stand beside the customers and their things. */
const apart = {
  side: ['webhooks', 'deliveries'],
  from: ['customers', 'documents', 'verifications', 'features', 'cards', 'authorizations'],
};

/** Files beside the folders that know every noun, since listing them is what they are for. */
const registries = ['functions/contract/routes.ts', 'functions/contract/errors.ts'];

/** Whose exports every function has, since its bundle is named by them. */
const entries = /^functions\/(api|workers)\//;

/** One sentence for every import against the order of nouns, every circle, every name that is exported twice or imported as another. */
export const orderFaults = (sources: readonly Source[]): string[] => {
  const ours = sources.filter(({ path }) => path.startsWith('functions/'));
  const imports = new Map(ours.map((source) => [source.path, targetsOf(source)]));
  return [
    ...ours.flatMap(({ path }) => (imports.get(path) ?? []).flatMap((target) => nounFault(path, target))),
    ...circlesIn(imports).map((circle) => `${circle.join(' imports ')}: a circle.`),
    ...twiceExported(ours),
    ...ours.flatMap(renamingFault),
  ];
};

const targetsOf = ({ path, text }: Source): string[] =>
  importsOf(text).flatMap((target) => (target.startsWith('.') ? join(dirname(path), target) : []));

const resourceTypeOf = (path: string, layer: string): string | undefined => {
  const [folder, ...file] = path.slice(layer.length + 1).split('/');
  return file.length > 0 ? folder : undefined;
};

const nounFault = (path: string, target: string): string[] => {
  const layer = layers.find((one) => path.startsWith(`${one}/`));
  if (!layer || !target.startsWith(`${layer}/`) || registries.includes(path)) return [];
  const [own, other] = [resourceTypeOf(path, layer), resourceTypeOf(target, layer)];
  if (other === undefined || other === own) return [];
  if (own === undefined) return [`${path} imports ${target}: what lies beside the folders knows no noun.`];
  const before = order.includes(other) && order.indexOf(other) < order.indexOf(own);
  const crosses = apart.side.includes(own) && apart.from.includes(other);
  return before && !crosses ? [] : [`${path} imports ${target}: ${own} stand below ${other}.`];
};

const roomOf = (path: string) => path.split('/').slice(0, 2).join('/');

/** Every circle of imports inside a room, by the file that closes it. */
const circlesIn = (imports: ReadonlyMap<string, readonly string[]>): string[][] => {
  const done = new Set<string>();
  const circles: string[][] = [];
  const walk = (path: string, way: readonly string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path]);
    if (done.has(path) || way.includes(path)) return;
    const near = (imports.get(path) ?? []).filter((target) => roomOf(target) === roomOf(path));
    for (const target of near) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) walk(path, []);
  return circles;
};

const exporting = /^export (?:declare )?(?:const|let|function|async function|class|type|interface|enum) (\w+)/gm;

const twiceExported = (sources: readonly Source[]): string[] => {
  const named = sources.flatMap(({ path, text }) =>
    [...new Set([...text.matchAll(exporting)].map(([, name = '']) => name))].map((name) => ({ name, path })),
  );
  const files = Object.groupBy(
    named.filter(({ name, path }) => !(name === 'handler' && entries.test(path))),
    ({ name }) => name,
  );
  return Object.entries(files).flatMap(([name, found = []]) =>
    found.length > 1 ? [`${name} is exported by ${found.map(({ path }) => path).join(' and ')}.`] : [],
  );
};

const renaming = /^import\b[^'"`;]*?\{[^}]*\b(\w+) as \w+[^}]*\}/gm;

const renamingFault = ({ path, text }: Source): string[] =>
  path.startsWith('functions/api/')
    ? [...text.matchAll(renaming)].map(([, name]) => `${path} imports ${name} under another name.`)
    : [];
