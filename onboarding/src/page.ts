import { ApiError } from '../../client/src/api-error.ts';
import type { Onboarding, PageApi } from './api.ts';
import type { Dates } from './days.ts';
import type { Texts } from './texts/language.ts';

/** The props that every part of the page works with. */
export type Shared = {
  readonly api: PageApi;
  readonly texts: Texts;
  readonly language: string;
  readonly dates: Dates;
  readonly state: Onboarding;
  /** Shows another state, and says what happened. */
  readonly onState: (state: Onboarding, said?: string) => void;
  /** Shows what is true now, where a call says that this page is not. */
  readonly onStale: () => void;
};

/** Whether an error says that the page shows what is no longer so. */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 401 ||
    error.code === 'action_not_allowed' ||
    error.code === 'verification_requirements_due');
