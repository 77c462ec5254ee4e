import type { ReadonlyDeep } from './json.ts';
import type { RequirementList } from './requirement-schema.ts';

/** What is missing: what the caller can do now, in order, and what waits on us. */
export type Requirements = ReadonlyDeep<RequirementList>;
export type Requirement = Requirements['currently_due'][number];
/** A call of this API with real ids; in its body null stands for what only the caller knows. */
export type ResolvingCall = NonNullable<Requirement['resolve_with']>;

/** Nothing is missing. */
export const nothingRequired: Requirements = { currently_due: [], pending_verification: [] };
