import { setTimeout as pause } from 'node:timers/promises';
import type { Signer } from './access-keys.ts';
import type { Access, AwsAnswer, AwsCall, AwsService, Principal } from './aws-service.ts';
import { AwsError } from './errors.ts';
import { affectsCalls, type Effect, type Faults, injectedError } from './faults.ts';
import { isUnwritable } from './files.ts';
import type { Iam } from './iam/iam.ts';
import { jsonErrorAnswer } from './json-protocol.ts';
import type { Recorder } from './recorder.ts';
import { xmlErrorAnswer } from './storage/xml.ts';

/** Answers calls of AWS, however they arrive. */
export type Calls = {
  /** For services that can only be made when something else knows how calls arrive. */
  add(service: AwsService): void;
  /** Finds the caller and the service; throws the AwsErrors that need no look at the body. */
  admit(request: CallRequest): AdmittedCall;
  /** The answer; undefined: the caller never gets one. `at`: when it arrived. Rejects for what is no call of its service. */
  serve(admitted: AdmittedCall, body: Buffer, at: number): Promise<AwsAnswer | undefined>;
  /** The answer to a call that was not admitted, or was no call. */
  refusal(request: CallRequest, error: unknown): AwsAnswer;
};

/** A request without its body; names of headers are in lower case. */
export type CallRequest = {
  readonly method: string;
  /** With its query string, as in the request line. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A call that may go on: its service, and all of it but the body. */
export type AdmittedCall = {
  readonly service: AwsService;
  readonly head: Omit<AwsCall, 'operation' | 'body'>;
};

export type CallsOptions = {
  readonly services: readonly AwsService[];
  readonly signerOf: (accessKeyId: string) => Signer | undefined;
  readonly iam: Iam;
  readonly faults: Faults;
  readonly recorder: Recorder;
  readonly kill: (instanceId: string) => Promise<void>;
};

/** Faults before a call, IAM, the service, the recorder, faults after the call. */
export const createCalls = (options: CallsOptions): Calls => {
  const registered = new Map(options.services.map((service) => [service.name, service]));
  const context: Context = { ...options, registered };
  return {
    add: (service) => void registered.set(service.name, service),
    admit: (request) => admit(context, request),
    serve: ({ service, head }, body, at) => {
      const call = { ...head, body };
      return serve(context, service, { ...call, operation: service.operation(call) }, at);
    },
    refusal: (request, error) => errorAnswer(serviceNameOf(request), asAwsError(error)),
  };
};

type Context = CallsOptions & { readonly registered: ReadonlyMap<string, AwsService> };

const serve = async (
  context: Context,
  service: AwsService,
  call: AwsCall,
  at: number,
): Promise<AwsAnswer | undefined> => {
  const effects = context.faults.match(call, affectsCalls);
  for (const effect of effects)
    if (typeof effect !== 'string')
      await ('until' in effect ? effect.until : pause(effect.delay_ms));
  if (effects.includes('kill-before')) return kill(context, call);
  const accesses: Access[] = [];
  const answer = await answerOf(context, service, call, effects, accesses);
  const { principal, service: name, operation } = call;
  const { status, usage } = answer;
  const recorded = {
    function: principal.kind === 'function' ? principal.functionName : undefined,
    principal,
    accesses,
    service: name,
    operation,
    status,
    at,
    tables: usage?.tables ?? [],
    capacityUnits: usage?.capacityUnits ?? 0,
  };
  context.recorder.record(recorded, call.body);
  if (effects.includes('kill-after')) return kill(context, call);
  return effects.includes('drop-answer') ? undefined : answer;
};

const answerOf = async (
  { iam }: Context,
  service: AwsService,
  call: AwsCall,
  effects: readonly Effect[],
  accesses: Access[],
): Promise<AwsAnswer> => {
  try {
    const injected = effects
      .map((effect) => injectedError(effect, call))
      .find((error) => error !== undefined);
    if (injected) throw injected;
    accesses.push(...service.accesses(call));
    const denied = iam.errorOf(call.principal, accesses, `${call.service}:${call.operation}`);
    if (denied) throw denied;
    return await service.handle(call);
  } catch (error) {
    return errorAnswer(call.service, asAwsError(error));
  }
};

/** Prints at most one line every few seconds, for a person who watches the terminal: whatever is tried fails then. */
const complain = ({ message }: Error): void => {
  if (performance.now() < complained_ms + between_complaints_ms) return;
  complained_ms = performance.now();
  console.error(
    `Nothing can be written into the data folder (${message}). Requests are answered with 503 until there is room.`,
  );
};
const between_complaints_ms = 5_000;
let complained_ms = Number.NEGATIVE_INFINITY;

/** Any other error is one of local/ itself, and the caller gets what AWS answers for its own. */
const asAwsError = (error: unknown): AwsError => {
  const unwritten = [error, (error as Error | undefined)?.cause].find(isUnwritable);
  if (unwritten) {
    complain(unwritten as Error);
    return new AwsError(
      503,
      'ServiceUnavailable',
      'Nothing can be written into the data folder: the disk may be full.',
    );
  }
  if (error instanceof AwsError) return error;
  const stack = error instanceof Error ? error.stack : String(error);
  console.error(JSON.stringify({ event: 'endpoint_failed', error: stack }));
  return new AwsError(500, 'InternalServerError', 'Internal server error');
};

const errorAnswer = (service: string, error: AwsError): AwsAnswer =>
  service === 's3' ? xmlErrorAnswer(error) : jsonErrorAnswer(service, error);

/** The instance ends before its connection does, or it could notice the loss and act on it. */
const kill = async (context: Context, call: AwsCall): Promise<undefined> => {
  if (call.principal.kind === 'function') await context.kill(call.principal.instanceId);
  return undefined;
};

const admit = ({ registered, signerOf }: Context, request: CallRequest): AdmittedCall => {
  const claim = claimOf(request);
  if (!claim)
    throw new AwsError(
      403,
      'MissingAuthenticationTokenException',
      'Request is missing Authentication Token',
    );
  const signer = signerOf(claim.accessKeyId);
  if (!signer || (signer.isRevoked && !claim.isLink)) throw unknownKey(claim.service);
  const service = registered.get(claim.service);
  if (!service)
    throw new AwsError(
      400,
      'UnknownOperationException',
      `There is no service ${claim.service} here.`,
    );
  if (claim.isLink && !service.admit) throw unknownKey(claim.service);
  const { method, url, headers } = request;
  const principal = claim.isLink ? linkOf(signer.principal) : signer.principal;
  const head = { service: service.name, region: claim.region, principal, method, url, headers };
  service.admit?.(head, signer.secretAccessKey);
  return { service, head };
};

/** The instance that signed a link does not make the call. */
const linkOf = (principal: Principal): Principal =>
  principal.kind === 'function'
    ? { kind: 'link', functionName: principal.functionName }
    : principal;

const unknownKey = (service: string): AwsError => {
  const message = 'The security token included in the request is invalid.';
  if (service === 'sqs' || service === 'sns')
    return new AwsError(403, 'InvalidClientTokenId', message);
  return new AwsError(service === 'lambda' ? 403 : 400, 'UnrecognizedClientException', message);
};

/** The service whose error format the sender understands. Browsers and curl call S3 alone, without an operation. */
const serviceNameOf = (request: CallRequest): string => {
  const { headers, url = '' } = request;
  const isBare =
    headers['x-amz-target'] === undefined && /^\/(?!2015-03-31\/)[^/?]+\/[^/?]/.test(url);
  return claimOf(request)?.service ?? (isBare ? 's3' : '');
};

/** The claimed signer of a request, and its scope; a link has the signature in its URL. */
type Claim = {
  readonly accessKeyId: string;
  readonly region: string;
  readonly service: string;
  readonly isLink: boolean;
};

/**
 * The credential of an AWS Signature 4, from the header or from a presigned URL; undefined when there is none. Only services
 * that are called from outside verify the signature itself: any other caller of this port has the keys anyway.
 */
const claimOf = (request: CallRequest): Claim | undefined => {
  const header = /Credential=([^,\s]+)/.exec(request.headers.authorization ?? '')?.[1];
  const [, query = ''] = request.url.split(/\?(.*)/s);
  const scope = header ?? new URLSearchParams(query).get('X-Amz-Credential');
  const [accessKeyId, date, region, service, end] = scope?.split('/') ?? [];
  if (!accessKeyId || !date || !region || !service || end !== 'aws4_request') return undefined;
  return { accessKeyId, region, service, isLink: header === undefined };
};
