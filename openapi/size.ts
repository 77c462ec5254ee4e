import type { JsonSchema } from './schemas.ts';

/** So many bytes of the document, and what they are. */
export type Part = { readonly section: string; readonly kind: string; readonly bytes: number };

/** The most that the document may have, as it is served before it is compressed. */
export const document_bytes_max = 700_000;

/** The parts of a document, largest first; the bytes are those of its text without blanks, and each counts once. */
export const partsOf = (document: JsonSchema): readonly Part[] => {
  const bytes = new Map<string, number>();
  const add = (section: string, kind: string, more: number) => {
    const part = `${section}\t${kind}`;
    bytes.set(part, (bytes.get(part) ?? 0) + more);
  };
  add('document', 'structure', structureOf(document));
  for (const [name, section] of Object.entries(document)) {
    if (name !== 'components') count(section, name, name === 'paths' || name === 'webhooks', add);
    else {
      add(name, 'structure', structureOf(section));
      for (const [kind, members] of Object.entries(section as JsonSchema))
        count(members, `components.${kind}`, true, add);
    }
  }
  return [...bytes]
    .map(([part, size]) => {
      const [section = '', kind = ''] = part.split('\t');
      return { section, kind, bytes: size };
    })
    .toSorted((one, other) => other.bytes - one.bytes);
};

/** The parts as a table of text. */
export const printParts = (document: JsonSchema): string => {
  const total = bytesOf(document);
  const line = (bytes: number, section: string, kind: string) =>
    `${String(bytes).padStart(8)} ${((bytes / total) * 100).toFixed(1).padStart(5)}%  ${section.padEnd(24)} ${kind}`.trimEnd();
  const lines = partsOf(document).map(({ section, kind, bytes }) => line(bytes, section, kind));
  return [...lines, line(total, 'all', `of at most ${document_bytes_max}`)].join('\n');
};

type Add = (section: string, kind: string, more: number) => void;

/**
 * The kinds of the members of an operation, a response, a header or a schema. Other members are
 * structure.
 */
const kinds: Readonly<Record<string, string>> = {
  summary: 'texts',
  description: 'texts',
  example: 'examples',
  examples: 'examples',
  value: 'examples',
  parameters: 'parameters',
  headers: 'headers',
  schema: 'schemas',
  $ref: 'references',
  pattern: 'patterns',
  enum: 'values',
  required: 'required fields',
};

/** `named`: the members are names that somebody gave, not words of OpenAPI. */
const count = (node: unknown, section: string, named: boolean, add: Add): void => {
  const isPlain = typeof node !== 'object' || node === null;
  add(section, 'structure', isPlain ? bytesOf(node) : structureOf(node));
  for (const [name, member] of Object.entries(isPlain ? {} : node)) {
    const kind = named || Array.isArray(node) ? undefined : kinds[name];
    if (kind !== undefined && Object.hasOwn(kinds, name)) add(section, kind, bytesOf(member));
    else count(member, section, !named && name === 'properties', add);
  }
};

const bytesOf = (node: unknown): number => Buffer.byteLength(JSON.stringify(node));

/** The bytes of a node without those of its members: names, braces, commas. */
const structureOf = (node: unknown): number => {
  const members = Object.values(node as object).filter((member) => member !== undefined);
  return bytesOf(node) - members.reduce((sum, member) => sum + bytesOf(member), 0);
};
