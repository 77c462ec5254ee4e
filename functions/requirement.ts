/** A call of this API; the path stands below the base address and holds real ids. */
export type ResolvingCall = {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** Complete but for what only the caller knows, which is null. */
  readonly body: Readonly<Record<string, unknown>> | null;
};

/** What is still missing, with the exact call that brings it; null where it waits on us. */
export type Requirement = {
  readonly code: string;
  readonly description: string;
  readonly resolve_with: ResolvingCall | null;
  readonly alternatives: readonly ResolvingCall[];
};

/** What is missing: what the caller can do now, in order, and what waits on us. */
export type Requirements = {
  readonly currently_due: readonly Requirement[];
  readonly pending_verification: readonly Requirement[];
};

/** Nothing is missing. */
export const nothingRequired: Requirements = { currently_due: [], pending_verification: [] };
