/** The files that lists are published in; the list is the word before `_`. */
export type ListFile = 'ofac_sdn' | 'ofac_alt' | 'ofac_add' | 'eu' | 'un' | 'uk';

/** Where each file is fetched. */
export type ListAddresses = Readonly<Partial<Record<ListFile, string>>>;

const ofac = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';

/**
 * The addresses where the publishers offer the lists. They are OFAC's Sanctions List Service, the
 * Commission's financial sanctions files, the Security Council's list, and the UK Sanctions List of
 * the FCDO. The token in the Commission's address is the public one.
 */
export const officialAddresses: Readonly<Record<ListFile, string>> = {
  ofac_sdn: `${ofac}/SDN.CSV`,
  ofac_alt: `${ofac}/ALT.CSV`,
  ofac_add: `${ofac}/ADD.CSV`,
  eu: 'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
  un: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  uk: 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv',
};

/** The official addresses with an environment's own laid over them; null leaves out the list of that file. */
export const addressesWith = (
  own: Readonly<Partial<Record<ListFile, string | null>>> = {},
): ListAddresses => {
  const all = Object.entries<string | null>({ ...officialAddresses, ...own });
  const left = new Set(all.flatMap(([file, address]) => (address === null ? [listOf(file)] : [])));
  return Object.fromEntries(all.filter(([file]) => !left.has(listOf(file))));
};

const listOf = (file: string): string | undefined => file.split('_')[0];
