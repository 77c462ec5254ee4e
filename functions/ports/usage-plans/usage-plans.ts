/** The plans of API Gateway that bound how often a business may call. */
export type UsagePlans = {
  /**
   * Makes sure that there is this key and that it is in the plan. What was done of it before is not done again, wherever
   * that was broken off.
   */
  enrol(key: { readonly name: string; readonly value: string }, plan: string): Promise<void>;
};
