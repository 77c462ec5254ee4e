/** Which of a secret's two values: the one in force, or the one before it, which is still good while it is changed. */
export type SecretStage = 'current' | 'previous';

/** What is kept where nobody reads it but by its name. It is cached in memory for a while, and written and logged nowhere. */
export type SecretReader = {
  /** The text of a secret; undefined where there is none, or no previous one. */
  read(name: string, stage?: SecretStage): Promise<string | undefined>;
  /** Reads it anew when it is next asked for: what it says was refused. */
  forget(name: string): void;
};
