import { randomUUID } from 'node:crypto';
import type { Route } from '../../functions/contract/route.ts';
import { type EnvironmentName, functionName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import { anEvent } from './api-event.ts';
import type { Answer, Call } from './call.ts';

/** Who acts in the dashboard, in these tests. */
export const operatorId = 'operator-of-the-tests';

/** What a test says of a request to a route. */
export type Wish = Pick<Call, 'query' | 'headers' | 'body'> & { readonly params?: Readonly<Record<string, string>> };

type Business = { readonly tenant_id: string; readonly account_id: string };

/** Calls a route's function as the dashboard's API does for an operator of a business. */
export const operated =
  (local: Local, { tenant_id, account_id }: Business, environment: EnvironmentName) =>
  async (route: Route, { params = {}, query = [], headers = {}, body }: Wish = {}): Promise<Answer> => {
    const text = body === undefined ? null : JSON.stringify(body);
    const sent = {
      ...(route.method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...(text !== null && { 'content-type': 'application/json' }),
      ...headers,
    };
    const event = anEvent(route, {
      params,
      query,
      body: text,
      headers: Object.entries(sent).map(([name, value]) => [name, String(value)] as const),
      authorizer: { tenant_id, account_id, environment, operator_id: operatorId, operator_role: 'owner' },
    });
    const { payload, functionError } = await local.invoke(functionName(environment, route.id), event);
    // As API Gateway answers for a function that ended without an answer.
    if (functionError) return { status: 502, headers: {}, text: JSON.stringify(payload), body: payload };
    const answer = payload as { statusCode: number; headers: Record<string, string>; body: string };
    const parsed = answer.body === '' ? undefined : JSON.parse(answer.body);
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: parsed };
  };
