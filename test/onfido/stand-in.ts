import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Breakdown } from '../../functions/verifiers/onfido/client.ts';

export const apiToken = 'api_sandbox.standin';
/** The names of its secrets. */
export const secretNames = { token: 'test/onfido/token', webhook: 'test/onfido/webhook' };
/** The secrets that it signs webhooks with. */
export const webhookSecrets = {
  current: `${'c'.repeat(16)}0123456789abcdef`,
  previous: `${'p'.repeat(16)}0123456789abcdef`,
};

type Made = { readonly id: string; readonly created_at: string; readonly applicant_id: string };
type Applicant = Record<string, unknown> & { readonly id: string; readonly created_at: string };
type File = Made & { readonly file_name: string; readonly type?: string; readonly bytes: number };
type Check = Made & {
  status: string;
  result: string | null;
  tags: string[];
  report_names: string[];
  document_ids: string[];
};
type Report = {
  readonly name: string;
  readonly result: string;
  readonly sub_result?: string;
  readonly breakdown?: Record<string, Breakdown>;
  readonly properties?: Record<string, unknown>;
};

/** What goes wrong with the next request whose method and path begin so. */
type Fault = { readonly on: string; readonly effect: 'lost' | 'answer_lost' | 'failed' | 'too_many' };

/** What Onfido refuses. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(String(status));
    this.status = status;
  }
}

const forbiddenInNames = /[!#$%*=<>;{}"]/;

/** As `serveOnfido`; this process is told where it is, and reads its secrets there. */
export const startOnfido = async () => {
  const onfido = await serveOnfido();
  Object.assign(process.env, {
    ...{ ENVIRONMENT: 'sandbox', ONFIDO_API_BASE: onfido.address, ONFIDO_REGION: 'eu' },
    ...{ ONFIDO_API_TOKEN_SECRET: secretNames.token, ONFIDO_WEBHOOK_SECRET: secretNames.webhook },
    ...{ AWS_ENDPOINT_URL_SECRETS_MANAGER: onfido.address, AWS_REGION: 'eu-west-1' },
    ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
  });
  return onfido;
};

/** Stands for Onfido at an address of its own, and keeps what it is told. */
export const serveOnfido = async () => {
  const applicants: Applicant[] = [];
  const files: { documents: File[]; live_photos: File[] } = { documents: [], live_photos: [] };
  const checks: Check[] = [];
  const reports = new Map<string, readonly Report[]>();
  const faults: Fault[] = [];
  const seen: string[] = [];
  /** What becomes of a check when it is made; undefined: it stays in progress. */
  let outcome: 'clear' | readonly Report[] | undefined;

  const made = () => ({ id: randomUUID(), created_at: new Date().toISOString() });
  const applicantOf = (id: unknown): Applicant => {
    const found = applicants.find((one) => one.id === id);
    if (!found) throw new Refused(404);
    return found;
  };
  const checked = (said: Record<string, unknown>) => {
    for (const name of [said.first_name, said.last_name])
      if (typeof name !== 'string' || name === '' || forbiddenInNames.test(name)) throw new Refused(422);
    return said;
  };
  const finish = (check: Check, became: 'clear' | readonly Report[]): void => {
    check.status = 'complete';
    check.result = became === 'clear' ? 'clear' : 'consider';
    if (became !== 'clear') reports.set(check.id, became);
  };
  const makeCheck = (said: Record<string, unknown>): Check => {
    const { id: applicant_id } = applicantOf(said.applicant_id);
    const { document_ids, report_names, tags } = said as unknown as Check;
    if (document_ids.length === 0 || files.live_photos.every((one) => one.applicant_id !== applicant_id))
      throw new Refused(422);
    const check: Check = {
      ...made(),
      applicant_id,
      document_ids,
      report_names,
      tags,
      status: 'in_progress',
      result: null,
    };
    checks.push(check);
    if (outcome) finish(check, outcome);
    return check;
  };
  const upload = (kind: keyof typeof files, form: FormData): File => {
    const { id: applicant_id } = applicantOf(form.get('applicant_id'));
    const file = form.get('file');
    if (!(file instanceof File) || file.size > 10_000_000 || !/\.(jpg|png|pdf)$/.test(file.name))
      throw new Refused(422);
    const type = form.get('type');
    const stored = {
      ...made(),
      applicant_id,
      file_name: file.name,
      ...(type !== null && { type: String(type) }),
      bytes: file.size,
    };
    files[kind].push(stored);
    return stored;
  };

  const act = async (method: string, url: URL, request: Response): Promise<unknown> => {
    const [, resource = '', id] = url.pathname.split('/');
    const of = url.searchParams.get('applicant_id');
    const isForm = request.headers.get('content-type')?.startsWith('multipart/') ?? false;
    if (method === 'POST' && isForm) return upload(resource as keyof typeof files, await request.formData());
    const said = method === 'GET' || method === 'DELETE' ? {} : ((await request.json()) as Record<string, unknown>);
    if (resource === 'applicants' && method === 'GET') {
      const [page, per_page] = ['page', 'per_page'].map((name) => Number(url.searchParams.get(name)));
      const at = ((page ?? 1) - 1) * (per_page ?? 20);
      return { applicants: applicants.toReversed().slice(at, at + (per_page ?? 20)) };
    }
    if (resource === 'applicants' && method === 'POST') return add({ ...made(), ...checked(said) });
    if (resource === 'applicants' && method === 'PUT') {
      // Onfido takes changes "before any checks is created".
      if (checks.some(({ applicant_id }) => applicant_id === id)) throw new Refused(422);
      return Object.assign(applicantOf(id), checked(said));
    }
    if (resource === 'applicants' && method === 'DELETE') return erase(applicantOf(id).id);
    if (resource === 'checks' && method === 'POST') return makeCheck(said);
    if (resource === 'checks' && id) return checks.find((one) => one.id === id) ?? notFound();
    if (resource === 'checks')
      return { checks: checks.filter(({ applicant_id }) => applicant_id === applicantOf(of).id) };
    if (resource === 'reports') return { reports: reports.get(url.searchParams.get('check_id') ?? '') ?? [] };
    if (resource === 'documents' || resource === 'live_photos')
      return { [resource]: files[resource].filter(({ applicant_id }) => applicant_id === applicantOf(of).id) };
    return notFound();
  };
  const notFound = (): never => {
    throw new Refused(404);
  };
  const add = (applicant: Applicant) => {
    applicants.push(applicant);
    return applicant;
  };
  const erase = (id: string) => {
    const without = <T extends Made>(all: T[]) =>
      all.splice(0, all.length, ...all.filter((one) => one.applicant_id !== id));
    without(checks);
    without(files.documents);
    without(files.live_photos);
    applicants.splice(0, applicants.length, ...applicants.filter((one) => one.id !== id));
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://stand-in');
    const method = request.method ?? '';
    const bytes = Buffer.concat(await Array.fromAsync(request));
    if (request.headers['x-amz-target']) return secretFor(JSON.parse(bytes.toString()), response);
    if (request.headers.authorization !== `Token token=${apiToken}`) return void response.writeHead(401).end();
    seen.push(`${method} ${url.pathname.replace(/[0-9a-f]{8}-[0-9a-f-]+/, '…')}`);
    const at = faults.findIndex(({ on }) => `${method} ${url.pathname}`.startsWith(on));
    const effect = at < 0 ? undefined : faults.splice(at, 1)[0]?.effect;
    if (effect === 'lost') return void request.socket.destroy();
    if (effect === 'too_many' || effect === 'failed')
      return void response.writeHead(effect === 'failed' ? 503 : 429).end();
    const type = request.headers['content-type'];
    const [status, body] = await act(
      method,
      url,
      new Response(bytes, { headers: type ? { 'content-type': type } : {} }),
    )
      .then((done) => [done === undefined ? 204 : method === 'POST' ? 201 : 200, done] as const)
      .catch((error) => {
        if (error instanceof Refused) return [error.status, { error: { type: 'refused' } }] as const;
        throw error;
      });
    if (effect === 'answer_lost') return void request.socket.destroy();
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined ? '' : JSON.stringify(body));
  };
  const secretFor = ({ SecretId, VersionStage }: Record<string, string>, response: ServerResponse): void => {
    const stage = VersionStage === 'AWSPREVIOUS' ? 'previous' : 'current';
    const SecretString = SecretId === secretNames.token ? apiToken : webhookSecrets[stage];
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    response.end(JSON.stringify({ SecretString, CreatedDate: Date.now() / 1000 }));
  };

  const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ address, applicants, checks, seen, ...files },
    finish: (became: 'clear' | readonly Report[]) => {
      for (const check of checks) if (check.status !== 'complete') finish(check, became);
    },
    /** What every check comes to at once from now on. */
    decide: (became: typeof outcome) => {
      outcome = became;
    },
    fail: (...next: readonly Fault[]) => void faults.push(...next),
    clear: () => {
      for (const all of [applicants, checks, files.documents, files.live_photos, seen, faults]) all.length = 0;
      outcome = undefined;
    },
    /** All that it stores, as text. */
    stored: () => JSON.stringify([applicants, files, checks, [...reports]]),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** A webhook as Onfido sends it, signed with a secret. */
export const signedWebhook = (payload: object, secret = webhookSecrets.current) => {
  const body = JSON.stringify({ payload });
  return { body, headers: { 'X-SHA2-Signature': createHmac('sha256', secret).update(body).digest('hex') } };
};
