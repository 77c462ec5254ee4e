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

/** The plans of API Gateway that bound how often a business may call. */
export type UsagePlans = {
  /**
   * Makes sure that there is this key and that it is in the plan. What was done of it before is not done again, wherever
   * that was broken off.
   */
  enrol(key: { readonly name: string; readonly value: string }, plan: string): Promise<void>;
};

/** The plans whose ids `USAGE_PLAN_STANDARD` and so on say. */
export const apiGatewayUsagePlans = (variables: NodeJS.ProcessEnv = process.env): UsagePlans => {
  const client = bounded(new APIGatewayClient(clientSettings));
  return {
    enrol: async (key, plan) => {
      const variable = `USAGE_PLAN_${plan.toUpperCase()}`;
      const usagePlanId = variables[variable];
      if (!usagePlanId) throw new Error(`${variable} is not set: this function does not declare that it needs plans`);
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
 * Makes something, or finds it where API Gateway speaks of a conflict: that is also what it calls two changes at once, after
 * which nothing need be there.
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
