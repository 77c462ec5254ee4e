import type { ListFile } from './addresses.ts';
import type { Entry, ListName } from './entry.ts';
import { parseEu } from './eu.ts';
import { parseOfac } from './ofac.ts';
import { parseUk } from './uk.ts';
import { parseUn } from './un.ts';

/** How a list is published: its files, and what reads them. */
type Source = {
  readonly files: readonly ListFile[];
  readonly parse: (...files: Buffer[]) => Entry[];
};

/** Every list, with the files that an environment has addresses of. */
export const sources: Readonly<Record<ListName, Source>> = {
  ofac: {
    files: ['ofac_sdn', 'ofac_alt', 'ofac_add'],
    parse: (sdn = none, alt = none, add = none) => parseOfac({ sdn, alt, add }),
  },
  eu: { files: ['eu'], parse: (file = none) => parseEu(file) },
  un: { files: ['un'], parse: (file = none) => parseUn(file) },
  uk: { files: ['uk'], parse: (file = none) => parseUk(file) },
};

const none = Buffer.alloc(0);
