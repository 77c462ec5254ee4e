import type { Onboarding } from './api.ts';
import { fieldsOf } from './fields.ts';

/** A step of the page. */
export type Step = {
  readonly name: 'details' | 'persons' | 'documents' | 'check';
  /** So many things of it are asked now. */
  readonly left: number;
};

const minutes = { details: 2, persons: 2, documents: 1, check: 1 } as const;

/** The steps of a page, in their order, with what is left to do in each. */
export const stepsOf = (state: Onboarding, sent: number): readonly Step[] => {
  const codes = state.requirements.currently_due.map(({ code }) => code);
  const isDocument = (code: string) => /(^|\.)document\./.test(code);
  const documents = codes.filter(isDocument).length;
  const persons = codes.filter((code) => code.startsWith('persons.') && !isDocument(code));
  const owners = new Set(persons.map((code) => code.split('.')[1]));
  const isChecked = state.requirements.pending_verification.length > 0;
  const hasDetails = fieldsOf(state.editable_fields, state.type).length > 0;
  const isMissing = codes.some((code) => code.startsWith('profile.'));
  const steps: readonly (Step | false)[] = [
    hasDetails && { name: 'details', left: isMissing ? 1 : 0 },
    state.type === 'business' && { name: 'persons', left: owners.size },
    (documents > 0 || isChecked || sent > 0) && { name: 'documents', left: documents },
    { name: 'check', left: 1 },
  ];
  return steps.filter((step) => step !== false);
};

/** About how many minutes the steps take from here on. */
export const minutesOf = (steps: readonly Step[]): number =>
  steps.reduce((sum, { name, left }) => sum + minutes[name] * left, 0);
