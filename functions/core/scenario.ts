/** A scenario: a field with a value, and the outcome that they ask for; letters count alike in either case. */
export type ScenarioOf<What extends string, Field extends string, Outcome> = {
  readonly id: string;
  readonly applies_to: What;
  readonly when: { readonly field: Field; readonly value: string };
  readonly outcome: Outcome;
  readonly description: string;
};
