import type { Local } from '../../local/start.ts';
import { type Caller, callerOf } from './call.ts';
import { aBusiness } from './service.ts';

/** A business with a way to call the API as it, answer by answer. */
export type CallingBusiness = Awaited<ReturnType<typeof aBusiness>> & { readonly call: Caller };

/** A business of its own for one test, and its calls. */
export const aCallingBusiness = async (local: Local, environment?: string): Promise<CallingBusiness> => {
  const business = await aBusiness(local, environment);
  return { ...business, call: callerOf(business.baseUrl, business.secret_key) };
};
