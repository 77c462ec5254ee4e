let folder = '.build';

/** Where what is built lies, from the repository's root. */
export const buildFolder = (): string => folder;

/** Says where to build instead, before anything is built: where `.build` cannot be written. */
export const buildInto = (other: string): void => {
  folder = other;
};
