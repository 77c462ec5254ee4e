/** A version of a function, and when it was published. */
export type Published = { readonly version: string; readonly at: Date };

/**
 * The versions that an alias names now: in the middle of a deployment, a second version gets a part
 * of the calls.
 */
export type Serving = { readonly version: string; readonly isSplit: boolean };

/** The calls of Lambda for one function. */
export type Aliases = {
  versions(name: string): Promise<readonly Published[]>;
  /** Undefined: the function has no alias. */
  serving(name: string): Promise<Serving | undefined>;
  /** All calls go to this version from then on. */
  move(name: string, version: string): Promise<void>;
};

/** The change of one function's alias. */
export type Moved = { readonly name: string; readonly from: string; readonly to: string };

/**
 * Moves the alias of each function that a release changed to the version before it: the newest that
 * was published before the release began. In the middle of a deployment it is the version that the
 * alias names. It can be repeated, since what is back already is left alone. Throws before the
 * first change where a function has no such version.
 */
export const rollBack = async (
  names: readonly string[],
  since: Date,
  aliases: Aliases,
  dryRun: boolean,
): Promise<Moved[]> => {
  const moves: Moved[] = [];
  // One after another: Lambda takes 15 such calls a second in an account.
  for (const name of names) {
    const serving = await aliases.serving(name);
    if (!serving) continue;
    const versions = await aliases.versions(name);
    const isNew = versions.some(({ version, at }) => version === serving.version && at >= since);
    if (!isNew && !serving.isSplit) continue;
    // In the middle of a deployment the alias still names the version that served before it.
    const earlier = isNew ? before(versions, since) : serving.version;
    if (!earlier)
      throw new Error(
        `${name} has no version of before ${since.toISOString()}: nothing was moved.`,
      );
    moves.push({ name, from: serving.version, to: earlier });
  }
  for (const { name, to } of dryRun ? [] : moves) await aliases.move(name, to);
  return moves;
};

const before = (versions: readonly Published[], since: Date): string | undefined =>
  versions
    .filter(({ version, at }) => version !== '$LATEST' && at < since)
    .toSorted((one, other) => Number(one.version) - Number(other.version))
    .at(-1)?.version;
