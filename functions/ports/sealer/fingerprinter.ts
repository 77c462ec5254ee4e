import type { SealContext } from './sealer.ts';

/** Tells whether two small secrets of one owner are equal, to somebody who may open neither. */
export type Fingerprinter = {
  /** Equal for equal values of one owner and for no others, base64; says nothing to whoever lacks the key. */
  of(plain: string, owner: SealContext): Promise<string>;
};
