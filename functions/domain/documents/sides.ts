import type { DocumentSide, DocumentType } from './document.ts';

/** The sides that a document of a type is sent as, one upload each; none: it has no sides. */
export const sidesOf: Readonly<Record<DocumentType, readonly DocumentSide[]>> = {
  passport: ['front'],
  national_id: ['front', 'back'],
  drivers_license: ['front', 'back'],
  residence_permit: ['front', 'back'],
  proof_of_address: [],
  selfie: [],
  company_registration: [],
};

/** What is wrong with a side that was said, or not said, of a type; undefined where nothing is. */
export const sideFault = (type: DocumentType, side: DocumentSide | null) => {
  const sides = sidesOf[type];
  if (side === null)
    return sides.length > 1
      ? ({ code: 'required', detail: `Say which side of the ${type} it is.` } as const)
      : undefined;
  if (sides.includes(side)) return undefined;
  const detail = sides.length === 0 ? `A ${type} has no sides: leave it out.` : `A ${type} has only a ${sides[0]}.`;
  return { code: 'invalid_value', detail } as const;
};

/** The side that a document shows: what was said, or the only one that its type has. */
export const sideShown = (type: DocumentType, side: DocumentSide | null): DocumentSide | null =>
  side ?? sidesOf[type][0] ?? null;
