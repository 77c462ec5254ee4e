import type { Pool } from './functions/pool.ts';

/** What a business is registered with. */
export type NewBusiness = {
  readonly name: string;
  readonly email: string;
  /** Of the same business in the other environment; absent: a new one. */
  readonly tenant_id?: string;
};

/** What `register` answers: the only time the keys are shown. */
export type RegisteredBusiness = {
  readonly tenant_id: string;
  readonly account_id: string;
  readonly environment: string;
  readonly secret_key: string;
  readonly public_key: string;
};

/** Registers a business in one environment by the function that operators call; rejects with the refusal's sentence. */
export const registerIn =
  (pool: Pool, environment: string) =>
  async (business: NewBusiness): Promise<RegisteredBusiness> => {
    const all = [...pool.functions.values()].filter((each) => each.environment === environment);
    const administer = all.find(({ name }) => name.endsWith('-administer-business'));
    if (!administer) throw new Error(`No function of ${environment} administers businesses.`);
    const outcome = await pool.invoke(administer.name, JSON.stringify({ command: 'register', ...business }));
    const answer = JSON.parse(outcome.payload) as { problem?: { detail: string }; errorMessage?: string };
    if (outcome.functionError) throw new Error(`${administer.name} failed: ${answer.errorMessage}`);
    if (answer.problem) throw new Error(answer.problem.detail);
    return answer as unknown as RegisteredBusiness;
  };
