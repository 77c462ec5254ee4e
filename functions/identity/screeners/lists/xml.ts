import { XMLParser } from 'fast-xml-parser';

/** An element: a text, or its attributes (`@name`) and children; a child that may come several times is an array. */
export type Element = { readonly [name: string]: Element[] | string | undefined };

/** Elements of these names are arrays; all others are texts or hold children. */
const repeated = new Set(
  (
    'sanctionEntity nameAlias birthdate citizenship address subjectType ' +
    'INDIVIDUAL INDIVIDUAL_ALIAS INDIVIDUAL_DATE_OF_BIRTH NATIONALITY ENTITY ENTITY_ALIAS ENTITY_ADDRESS ' +
    'export CONSOLIDATED_LIST INDIVIDUALS ENTITIES'
  ).split(' '),
);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  // Entities that a document itself declares could grow without end; no list declares any.
  processEntities: {
    enabled: true,
    maxTotalExpansions: 10_000_000,
    maxExpandedLength: 100_000_000,
  },
  isArray: (name) => repeated.has(name),
});

/** The document; one that is not well-formed throws. */
export const parseXml = (file: Buffer): Element => parser.parse(file, true) as Element;

/** The children of a name, in their order. */
export const children = (element: Element | undefined, name: string): Element[] => {
  const found = element?.[name];
  return Array.isArray(found) ? found : [];
};

/** The text of a child or of an attribute (`@name`). */
export const textIn = (element: Element | undefined, name: string): string | undefined => {
  const found = element?.[name];
  return typeof found === 'string' ? found : undefined;
};
