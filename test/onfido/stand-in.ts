import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../../local/listening.ts';
import { shared } from '../helpers/shared.ts';
import { type Exchange, sentIn } from './exchanges.ts';
import { forcedReports, type Report } from './findings.ts';

export const apiToken = 'api_sandbox.standin';
export const liveToken = 'api_live.standin';
const tokens = [apiToken, liveToken];
/** The names of its secrets. */
export const secretNames = {
  token: 'test/onfido/token',
  live_token: 'test/onfido/live-token',
  webhook: 'test/onfido/webhook',
};
/** The secrets that it signs webhooks with. */
export const webhookSecrets = {
  current: `${'c'.repeat(16)}0123456789abcdef`,
  previous: `${'p'.repeat(16)}0123456789abcdef`,
};

type OnfidoObject = { readonly id: string; readonly created_at: string };
type Applicant = Record<string, unknown> & { readonly id: string; readonly created_at: string };
type File = OnfidoObject & {
  readonly owner: string;
  readonly file_name: string;
  readonly type?: string;
  readonly bytes: number;
};
type Check = OnfidoObject & {
  readonly applicant_id: string;
  status: string;
  result?: string;
  tags: string[];
  report_names: string[];
  document_ids: string[];
};
/** The fault of the next request whose method and path begin so. */
type Fault = {
  readonly on: string;
  readonly effect: 'lost' | 'answer_lost' | 'failed' | 'too_many' | 'said_twice';
};

/** A request that Onfido refuses. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(String(status));
    this.status = status;
  }
}

/** The members that Onfido knows and does not show. */
const internal = ['owner', 'bytes', 'document_ids', 'report_names'];

const forbiddenInNames = /[!#$%*=<>;{}"]/;

/** As `serveOnfido`; this process learns where it is, and reads its secrets there. */
export const startOnfido = async () => {
  const onfido = await serveOnfido();
  Object.assign(process.env, {
    ENVIRONMENT: 'sandbox',
    ONFIDO_API_BASE: onfido.address,
    ONFIDO_REGION: 'eu',
    ONFIDO_API_TOKEN_SECRET: secretNames.token,
    ONFIDO_WEBHOOK_SECRET: secretNames.webhook,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: onfido.address,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  return onfido;
};

/** The one that all test files of this process share: the adapter keeps the secrets that it has read. */
export const sharedOnfido = () => shared('onfido', startOnfido);

/** Stands for Onfido at an address of its own, and keeps what it receives. */
export const serveOnfido = async () => {
  const applicants: Applicant[] = [];
  const files: { documents: File[]; live_photos: File[] } = { documents: [], live_photos: [] };
  const checks: Check[] = [];
  const reports = new Map<string, readonly Report[]>();
  const faults: Fault[] = [];
  const seen: string[] = [];
  const exchanges: Exchange[] = [];
  /** The outcome of a check when it is made; undefined: it stays in progress. */
  let outcome: 'clear' | readonly Report[] | undefined;

  const made = () => ({ id: randomUUID(), created_at: new Date().toISOString() });
  const applicantOf = (id: unknown): Applicant => {
    const found = applicants.find((one) => one.id === id);
    if (!found) throw new Refused(404);
    return found;
  };
  const checked = (said: Record<string, unknown>) => {
    for (const name of [said.first_name, said.last_name])
      if (typeof name !== 'string' || name === '' || forbiddenInNames.test(name))
        throw new Refused(422);
    return said;
  };
  const finish = (check: Check, became: 'clear' | readonly Report[]): void => {
    check.status = 'complete';
    const isClear = became === 'clear' || became.every(({ result }) => result === 'clear');
    check.result = isClear ? 'clear' : 'consider';
    if (became !== 'clear') reports.set(check.id, became);
  };
  const makeCheck = (said: Record<string, unknown>): Check => {
    const { id: applicant_id } = applicantOf(said.applicant_id);
    const { document_ids, report_names, tags } = said as unknown as Check;
    if (document_ids.length === 0 || files.live_photos.every((one) => one.owner !== applicant_id))
      throw new Refused(422);
    const check: Check = {
      ...made(),
      applicant_id,
      document_ids,
      report_names,
      tags,
      status: 'in_progress',
    };
    checks.push(check);
    const forced = forcedReports(said);
    if (forced.length > 0) finish(check, forced);
    else if (outcome) finish(check, outcome);
    return check;
  };
  const upload = (kind: keyof typeof files, form: FormData): File => {
    const { id: owner } = applicantOf(form.get('applicant_id'));
    const file = form.get('file');
    if (!(file instanceof File) || file.size > 10_000_000 || !/\.(jpg|png|pdf)$/.test(file.name))
      throw new Refused(422);
    const type = form.get('type');
    const stored = {
      ...made(),
      owner,
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
    if (method === 'POST' && isForm)
      return upload(resource as keyof typeof files, await request.formData());
    const said =
      method === 'GET' || method === 'DELETE'
        ? {}
        : ((await request.json()) as Record<string, unknown>);
    if (resource === 'applicants' && method === 'GET') {
      const [page, per_page] = ['page', 'per_page'].map((name) =>
        Number(url.searchParams.get(name)),
      );
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
    if (resource === 'reports') {
      const check_id = url.searchParams.get('check_id') ?? '';
      const own = reports.get(check_id) ?? [];
      return {
        reports: own.map((report) => ({
          ...report,
          id: randomUUID(),
          check_id,
          status: 'complete',
        })),
      };
    }
    if (resource === 'documents' || resource === 'live_photos')
      return { [resource]: files[resource].filter(({ owner }) => owner === applicantOf(of).id) };
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
    const without = <T>(all: T[], ownerOf: (one: T) => string) =>
      all.splice(0, all.length, ...all.filter((one) => ownerOf(one) !== id));
    without(checks, ({ applicant_id }) => applicant_id);
    for (const all of Object.values(files)) without(all, ({ owner }) => owner);
    without(applicants, (one) => one.id);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://stand-in');
    const method = request.method ?? '';
    const bytes = Buffer.concat(await Array.fromAsync(request));
    if (request.headers['x-amz-target']) return secretFor(JSON.parse(bytes.toString()), response);
    if (!tokens.some((token) => request.headers.authorization === `Token token=${token}`))
      return void response.writeHead(401).end();
    seen.push(`${method} ${url.pathname.replace(/[0-9a-f]{8}-[0-9a-f-]+/, '…')}`);
    const at = faults.findIndex(({ on }) => `${method} ${url.pathname}`.startsWith(on));
    const effect = at < 0 ? undefined : faults.splice(at, 1)[0]?.effect;
    if (effect === 'lost') return void request.socket.destroy();
    if (effect === 'too_many' || effect === 'failed')
      return void response.writeHead(effect === 'failed' ? 503 : 429).end();
    const type = request.headers['content-type'];
    const content = () => new Response(bytes, { headers: type ? { 'content-type': type } : {} });
    const [status, body] = await act(method, url, content())
      .then((done) => [done === undefined ? 204 : method === 'POST' ? 201 : 200, done] as const)
      .catch((error) => {
        if (error instanceof Refused)
          return [error.status, { error: { type: 'refused' } }] as const;
        throw error;
      });
    const text =
      JSON.stringify(body, (name, value) => (internal.includes(name) ? undefined : value)) ?? '';
    const answered = text && JSON.parse(text);
    exchanges.push({ method, url, sent: await sentIn(content(), bytes), status, answered });
    if (effect === 'answer_lost') return void request.socket.destroy();
    const said = effect === 'said_twice' ? text.replace('{', '{"id":"another",') : text;
    response.writeHead(status, { 'content-type': 'application/json' }).end(said);
  };
  const secretFor = (
    { SecretId, VersionStage }: Record<string, string>,
    response: ServerResponse,
  ): void => {
    const stage = VersionStage === 'AWSPREVIOUS' ? 'previous' : 'current';
    const tokenOf = { [secretNames.token]: apiToken, [secretNames.live_token]: liveToken };
    const SecretString = tokenOf[SecretId ?? ''] ?? webhookSecrets[stage];
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    response.end(JSON.stringify({ SecretString, CreatedDate: Date.now() / 1000 }));
  };

  const server = createServer((request, response) => void serve(request, response));
  const { port, stop } = await listening(server);
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    applicants,
    checks,
    seen,
    exchanges,
    ...files,
    finish: (became: 'clear' | readonly Report[]) => {
      for (const check of checks) if (check.status !== 'complete') finish(check, became);
    },
    /** Sets the outcome that every check comes to at once from now on. */
    decide: (became: typeof outcome) => {
      outcome = became;
    },
    fail: (...next: readonly Fault[]) => void faults.push(...next),
    clear: () => {
      for (const all of [
        applicants,
        checks,
        files.documents,
        files.live_photos,
        seen,
        exchanges,
        faults,
      ])
        all.length = 0;
      outcome = undefined;
    },
    /** All that it stores, as text. */
    stored: () => JSON.stringify([applicants, files, checks, [...reports]]),
    stop,
  };
};

/** A webhook as Onfido sends it, signed with a secret. */
export const signedWebhook = (payload: object, secret = webhookSecrets.current) =>
  signedText(JSON.stringify({ payload }), secret);

export const signedText = (body: string, secret = webhookSecrets.current) => {
  return {
    body,
    headers: { 'X-SHA2-Signature': createHmac('sha256', secret).update(body).digest('hex') },
  };
};
