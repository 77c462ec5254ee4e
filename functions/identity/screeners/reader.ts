/** Reads the parts of a name that are written apart. */
export type Reader = {
  /** As they are compared with names of the same script. */
  readonly asWritten: (parts: readonly string[]) => string[];
  /** In Latin letters, or without vowels: every way to read them. */
  readonly read: (parts: readonly string[], name: NameToRead) => string[][];
};

type NameToRead = {
  readonly type: 'person' | 'organization';
  /** Whether a list has a word of this spelling. */
  readonly isListed: (spelling: string) => boolean;
};
