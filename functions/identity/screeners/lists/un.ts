import { birthOf, countryCodes, distinct, type Entry } from './entry.ts';
import { children, type Element, parseXml, textIn } from './xml.ts';

/** The entries of the consolidated list of the United Nations Security Council, in its XML. */
export const parseUn = (file: Buffer): Entry[] => {
  const [list] = children(parseXml(file), 'CONSOLIDATED_LIST');
  const individuals = children(children(list, 'INDIVIDUALS')[0], 'INDIVIDUAL');
  const entities = children(children(list, 'ENTITIES')[0], 'ENTITY');
  return [
    ...individuals.map((one) => entry(one, 'person')),
    ...entities.map((one) => entry(one, 'organization')),
  ];
};

const entry = (one: Element, type: 'person' | 'organization'): Entry => {
  const isPerson = type === 'person';
  const aliases = children(one, isPerson ? 'INDIVIDUAL_ALIAS' : 'ENTITY_ALIAS');
  const primary = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map(
    (name) => textIn(one, name) ?? '',
  );
  return {
    list: 'un',
    id: textIn(one, 'REFERENCE_NUMBER') ?? textIn(one, 'DATAID') ?? '',
    type,
    names: distinct([
      primary.join(' '),
      ...aliases.map((alias) => textIn(alias, 'ALIAS_NAME')),
      textIn(one, 'NAME_ORIGINAL_SCRIPT'),
    ]),
    births: distinct(children(one, 'INDIVIDUAL_DATE_OF_BIRTH').map(birth)),
    countries: countryCodes(
      isPerson
        ? children(one, 'NATIONALITY').flatMap((of) => values(of))
        : children(one, 'ENTITY_ADDRESS').map((address) => textIn(address, 'COUNTRY')),
    ),
  };
};

/** A person of several nationalities has them in one element. */
const values = (element: Element): string[] => {
  const found = element.VALUE as string | readonly string[] | undefined;
  return found === undefined ? [] : [found].flat();
};

const birth = (element: Element): string | undefined => {
  const range = [textIn(element, 'FROM_YEAR'), textIn(element, 'TO_YEAR')]
    .filter(Boolean)
    .join(' to ');
  return birthOf(textIn(element, 'DATE') || textIn(element, 'YEAR') || range);
};
