import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer } from 'node:tls';
import { hashOf, makeKey } from '../../functions/tenants/api-keys/table.ts';
import { readAssembly } from '../../local/assembly.ts';
import { openCore } from '../../local/dynamodb/engine/core.ts';
import { serveCore } from '../../local/dynamodb/engine/http.ts';
import { ensureTables, tablesOf } from '../../local/dynamodb/tables.ts';
import { functionsOf } from '../../local/functions/lambda-function.ts';
import { selfSigned } from '../certificate.ts';

const root = join(import.meta.dirname, '..', '..');
const tenant = 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a';

/**
 * A call of a function by its bundle. Where its event is that of a create without a key, each repetition has its own.
 */
export type Call = { readonly bundle: string; readonly event: object };

/**
 * The work of one process: it loads functions, makes each call once, then again and again by turns.
 */
export type Plan = {
  readonly calls: readonly Call[];
  /** Rounds of so many repetitions of each call; those before are not counted. */
  readonly warm?: {
    readonly rounds_before: number;
    readonly rounds: number;
    readonly repetitions: number;
  };
};

type Taken = { readonly cpu_us: number; readonly wall_ms: number };

/**
 * The time of a process from its begin to the end of loading, and to the end of its first calls;
 * then round by round each call.
 */
export type Started = {
  readonly start: Taken;
  readonly first: Taken;
  readonly answers: readonly {
    statusCode?: number;
    headers?: Record<string, string>;
    body?: string;
  }[];
  readonly warm_cpu_us?: readonly (readonly number[])[];
};

/** The tables of the service behind TLS, one business that may call, and processes of functions that use them. */
export const startMachine = async () => {
  const assembly = readAssembly(join(root, '.build', 'assembly'), ['sandbox']);
  const core = openCore();
  const engine = {
    call: async <T>(operation: string, input: unknown) => core.call<T>(operation, input),
  };
  await ensureTables(engine, tablesOf(assembly.resources));
  const served = await serveCore(core, 0);
  const folder = mkdtempSync(join(tmpdir(), 'start-'));
  const certificate = selfSigned('localhost');
  writeFileSync(join(folder, 'ca.pem'), certificate.cert);
  const server = createServer(certificate, (socket) => {
    const onward = connect(served.port, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    for (const one of [socket, onward])
      one.on('error', () => socket.destroy()).on('close', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const key = makeKey('secret', 'sandbox');
  const settings = Object.assign(
    {},
    ...[...functionsOf(assembly).values()].map(({ variables }) => variables),
  );
  await engine.call('PutItem', { TableName: settings.ACCESS_TABLE, Item: accessOf(hashOf(key)) });
  const environment = {
    ...settings,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: `https://localhost:${(server.address() as AddressInfo).port}`,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    POWERTOOLS_SERVICE_NAME: 'bench',
    HOME: folder,
  };
  return {
    engine,
    key,
    tables: settings as Readonly<Record<string, string>>,
    run: (plan: Plan) => runProcess(plan, environment),
    stop: async () => {
      server.close();
      await served.stop();
      core.close();
      rmSync(folder, { recursive: true });
    },
  };
};

const runProcess = async (plan: Plan, env: NodeJS.ProcessEnv): Promise<Started> => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'process.cjs'), JSON.stringify(plan)],
    {
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    },
  );
  const [result, said] = await Promise.all(
    [child.stdio[3], child.stdio[2]].map((stream) => text(stream as never)),
  );
  if (!result)
    throw new Error(`${plan.calls.map(({ bundle }) => bundle).join()} did not answer: ${said}`);
  return JSON.parse(result);
};

const accessOf = (pk: string) => ({
  pk: { S: pk },
  id: { S: 'key_01jd5fq7k9e8xv3m2n4p6r8t0c' },
  kind: { S: 'secret' },
  tenant_id: { S: tenant },
  account_id: { S: 'acct_01jd5fq7k9e8xv3m2n4p6r8t0b' },
  account_status: { S: 'active' },
  environment: { S: 'sandbox' },
  expires_at: { NULL: true },
  revoked_at: { NULL: true },
  last_used_on: { S: new Date().toISOString().slice(0, 10) },
  plan: { S: 'standard' },
});

const authorizer = {
  tenant_id: tenant,
  account_id: 'acct_01jd5fq7k9e8xv3m2n4p6r8t0b',
  account_status: 'active',
  key_id: 'key_01jd5fq7k9e8xv3m2n4p6r8t0c',
  environment: 'sandbox',
};

/** The event of API Gateway for a create; KEY stands for a key of each repetition's own. */
export const creating = (body: object, key = 'KEY') => {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
  return eventOf(
    { resource: '/customers', httpMethod: 'POST', headers, body: JSON.stringify(body) },
    '/v1/customers',
  );
};

/** The event of API Gateway for a get. */
export const getting = (customer_id: string) => {
  const rest = { resource: '/customers/{customer_id}', httpMethod: 'GET', headers: {}, body: null };
  return { ...eventOf(rest, `/v1/customers/${customer_id}`), pathParameters: { customer_id } };
};

/** The request of API Gateway to its authorizer. */
export const authorizing = (authorizationToken: string) => ({
  type: 'TOKEN',
  authorizationToken,
  methodArn: 'arn:aws:execute-api:eu-west-1:000000000000:api/v1/GET/customers',
});

type Rest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
};

const eventOf = (rest: Rest, path: string) => ({
  ...rest,
  path: path.replace('/v1', ''),
  multiValueHeaders: Object.fromEntries(
    Object.entries(rest.headers).map(([name, value]) => [name, [value]]),
  ),
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  pathParameters: null,
  isBase64Encoded: false,
  requestContext: { requestId: 'request-1', path, authorizer },
});

/** A customer as a business might create it. */
export const individual = {
  type: 'individual',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada.lovelace@example.com',
  phone: '+441632960961',
  date_of_birth: '1990-04-23',
  nationality: 'GB',
  address: {
    line1: '12 St James’s Square',
    city: 'London',
    postal_code: 'SW1Y 4LB',
    country: 'GB',
  },
  metadata: { order_id: 'A-1001' },
};
