import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  GetApiKeysCommand,
  GetUsagePlanKeysCommand,
} from '@aws-sdk/client-api-gateway';
import { clientSettings } from '../client-settings.ts';
import { bounded } from '../time.ts';

/** The usage plans of API Gateway, which limit the rate of a business. */
export type UsagePlans = {
  /**
   * Ensures that this key exists and is in the plan. It can be repeated after a failure at any step.
   */
  enrol(key: { readonly name: string; readonly value: string }, plan: string): Promise<void>;
};

/** The plans with the ids in `USAGE_PLAN_STANDARD` and so on. */
export const apiGatewayUsagePlans = (variables: NodeJS.ProcessEnv = process.env): UsagePlans => {
  const client = bounded(new APIGatewayClient(clientSettings));
  return {
    enrol: async (key, plan) => {
      const variable = `USAGE_PLAN_${plan.toUpperCase()}`;
      const usagePlanId = variables[variable];
      if (!usagePlanId) throw new Error(`${variable} is not set: this function does not declare permissions for plans`);
      const keyId = await idOf(client, key);
      await join(client, { usagePlanId, keyId, name: key.name });
    },
  };
};

type Named = { readonly id?: string | undefined; readonly name?: string | undefined };

const idOf = (client: APIGatewayClient, { name, value }: { name: string; value: string }): Promise<string> =>
  unlessThere(
    name,
    () => client.send(new CreateApiKeyCommand({ name, value, enabled: true })),
    () => client.send(new GetApiKeysCommand({ nameQuery: name })),
  );

const join = (
  client: APIGatewayClient,
  { usagePlanId, keyId, name }: { usagePlanId: string; keyId: string; name: string },
): Promise<string> =>
  unlessThere(
    name,
    () => client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' })),
    () => client.send(new GetUsagePlanKeysCommand({ usagePlanId, nameQuery: name })),
  );

/**
 * Creates something, or finds it after a conflict. API Gateway also reports a conflict for two concurrent changes, after which
 * it may not exist.
 */
const unlessThere = async (
  name: string,
  make: () => Promise<Named>,
  find: () => Promise<{ readonly items?: readonly Named[] | undefined }>,
): Promise<string> => {
  try {
    return needed((await make()).id);
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
    const { items = [] } = await find();
    const found = items.find((one) => one.name === name);
    if (!found) throw error;
    return needed(found.id);
  }
};

const needed = (id: string | undefined): string => {
  if (!id) throw new Error('API Gateway answered without an id');
  return id;
};
