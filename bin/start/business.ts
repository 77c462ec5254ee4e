import { administerBusiness } from '../../functions/jobs/jobs.ts';
import { type EnvironmentName, functionName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';

/** What a business is registered with. */
export type NewBusiness = {
  readonly name: string;
  readonly email: string;
  /** Of the same business in the other environment; absent: a new one. */
  readonly tenant_id?: string;
};

/** What registering answers: the only time the keys are shown. */
export type RegisteredBusiness = {
  readonly tenant_id: string;
  readonly account_id: string;
  readonly environment: string;
  readonly secret_key: string;
  readonly public_key: string;
};

/** Registers a business in one environment by the function that operators call; rejects with the refusal's sentence. */
export const registerBusiness = async (
  local: Pick<Local, 'invoke'>,
  environment: EnvironmentName,
  business: NewBusiness,
): Promise<RegisteredBusiness> => {
  const name = functionName(environment, administerBusiness.id);
  const { payload, functionError } = await local.invoke(name, { command: 'register', ...business });
  const answer = payload as { problem?: { detail: string }; errorMessage?: string };
  if (functionError) throw new Error(`${name} failed: ${answer.errorMessage}`);
  if (answer.problem) throw new Error(answer.problem.detail);
  return answer as unknown as RegisteredBusiness;
};
