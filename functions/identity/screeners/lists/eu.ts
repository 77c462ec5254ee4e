import { birthOf, countryCodes, distinct, type Entry } from './entry.ts';
import { children, type Element, parseXml, textIn } from './xml.ts';

/** The entries of the European Union's consolidated list of financial sanctions, in its XML 1.1. */
export const parseEu = (file: Buffer): Entry[] =>
  children(children(parseXml(file), 'export')[0], 'sanctionEntity').map((one) => {
    const isPerson = textIn(children(one, 'subjectType')[0], '@code') === 'person';
    return {
      list: 'eu',
      id: textIn(one, '@euReferenceNumber') ?? textIn(one, '@logicalId') ?? '',
      type: isPerson ? 'person' : 'organization',
      names: distinct(children(one, 'nameAlias').map((alias) => textIn(alias, '@wholeName'))),
      births: distinct(children(one, 'birthdate').map(birth)),
      // Unknown countries are `00`.
      countries: countryCodes(
        children(one, isPerson ? 'citizenship' : 'address').map((country) =>
          textIn(country, '@countryIso2Code'),
        ),
      ),
    };
  });

const birth = (element: Element): string | undefined => {
  const [from, to] = [textIn(element, '@yearRangeFrom'), textIn(element, '@yearRangeTo')];
  return birthOf(
    textIn(element, '@birthdate') ||
      textIn(element, '@year') ||
      [from, to].filter(Boolean).join(' to '),
  );
};
