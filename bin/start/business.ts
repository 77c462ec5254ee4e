import type { APIGatewayClientConfig } from '@aws-sdk/client-api-gateway';
import { administerBusiness } from '../../functions/app/jobs/jobs.ts';
import { type EnvironmentName, functionName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';

/** The data that a business is registered with. */
export type NewBusiness = {
  readonly name: string;
  readonly email: string;
  /** The id of the same business in the other environment; absent: a new one. */
  readonly tenant_id?: string;
};

/** The answer of a registration: the only time the keys are shown. */
export type RegisteredBusiness = {
  readonly tenant_id: string;
  readonly account_id: string;
  readonly environment: string;
  readonly secret_key: string;
  readonly public_key: string;
};

type Command = { readonly command: string; readonly [field: string]: unknown };

/**
 * Carries out a command by the function that operators call. API Gateway may have the usage key of
 * the business outside its plan, where a command was broken off. Then the operator looks up its id:
 * no function may read the keys of the account.
 */
export const administer = async <Answer>(
  command: Command,
  config: APIGatewayClientConfig,
  invoke: (command: Command) => Promise<Answer>,
): Promise<Answer> => {
  const answer = await invoke(command);
  const { usage_key } = answer as { readonly usage_key?: string };
  if (usage_key === undefined) return answer;
  const { APIGatewayClient, GetApiKeysCommand } = await import('@aws-sdk/client-api-gateway');
  const { items = [] } = await new APIGatewayClient(config).send(
    new GetApiKeysCommand({ nameQuery: usage_key }),
  );
  const { id } = items.find(({ name }) => name === usage_key) ?? {};
  if (!id)
    throw new Error(`API Gateway has a key with the value of ${usage_key}, but none of that name.`);
  return invoke({ ...command, usage_key_id: id });
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
