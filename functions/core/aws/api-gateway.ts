import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  GetUsagePlanKeysCommand,
} from '@aws-sdk/client-api-gateway';
import { clientSettings } from '../client-settings.ts';
import { bounded } from '../time.ts';

type UsageKey = { readonly name: string; readonly value: string };

/** The usage plans of API Gateway, which limit the rate of a business. */
export type UsagePlans = {
  /**
   * Ensures that this key exists and is in the plan. It can be repeated after a failure at any
   * step. False where a key of this value exists outside the plan and its `id` is not given.
   * Finding it by name takes a look at every key of the account, which no function may have.
   */
  enrol(key: UsageKey & { readonly id?: string | undefined }, plan: string): Promise<boolean>;
};

/** The plans with the ids in `USAGE_PLAN_STANDARD` and so on. */
export const apiGatewayUsagePlans = (variables: NodeJS.ProcessEnv = process.env): UsagePlans => {
  const client = bounded(new APIGatewayClient(clientSettings));
  return {
    enrol: async (key, plan) => {
      const variable = `USAGE_PLAN_${plan.toUpperCase()}`;
      const usagePlanId = variables[variable];
      if (!usagePlanId)
        throw new Error(
          `${variable} is not set: this function does not declare permissions for plans`,
        );
      const keyId = key.id ?? (await createdId(client, key));
      return (
        (keyId !== undefined && (await join(client, usagePlanId, keyId))) ||
        (await isIn(client, usagePlanId, key))
      );
    },
  };
};

/** The id of a new key; undefined where one of this value exists. */
const createdId = (
  client: APIGatewayClient,
  { name, value }: UsageKey,
): Promise<string | undefined> =>
  unlessConflict(async () =>
    needed((await client.send(new CreateApiKeyCommand({ name, value, enabled: true }))).id),
  );

/** Puts a key into a plan; undefined after a conflict, which API Gateway also reports for two concurrent changes. */
const join = (
  client: APIGatewayClient,
  usagePlanId: string,
  keyId: string,
): Promise<true | undefined> =>
  unlessConflict(async (): Promise<true> => {
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' }));
    return true;
  });

const isIn = async (
  client: APIGatewayClient,
  usagePlanId: string,
  { name }: UsageKey,
): Promise<boolean> => {
  const { items = [] } = await client.send(
    new GetUsagePlanKeysCommand({ usagePlanId, nameQuery: name }),
  );
  return items.some((one) => one.name === name);
};

const unlessConflict = async <T>(make: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await make();
  } catch (error) {
    if (error instanceof ConflictException) return undefined;
    throw error;
  }
};

const needed = (id: string | undefined): string => {
  if (!id) throw new Error('API Gateway answered without an id');
  return id;
};
