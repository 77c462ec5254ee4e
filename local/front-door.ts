import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { admitted, type Signers, serviceMeant } from './admission.ts';
import { AwsError, errorAnswer } from './aws-error.ts';
import type { Access, AwsAnswer, AwsCall, AwsService } from './aws-service.ts';
import type { Effect, Faults } from './faults.ts';
import type { Iam } from './iam/iam.ts';
import { bodyOf } from './incoming.ts';
import { injectedRefusal, strikesCalls } from './injected.ts';
import { listening } from './listening.ts';
import type { Recorder } from './recorder.ts';
import type { CrossOrigin } from './storage/cross-origin.ts';

/** The one address at which functions find every AWS service. */
export type FrontDoor = {
  /** `http://127.0.0.1:port`, for AWS_ENDPOINT_URL of what runs on this machine. */
  readonly endpoint: string;
  /** For services that can only be made when the address is known. */
  add(service: AwsService): void;
  /** Closes the port and every connection. */
  stop(): Promise<void>;
};

/** Where the front door opens; port 0 is a free one. */
export type DoorPlace = { readonly host: string; readonly port: number };

/** What the front door needs. */
export type FrontDoorOptions = {
  readonly services: readonly AwsService[];
  readonly signerOf: Signers;
  readonly iam: Iam;
  readonly faults: Faults;
  readonly recorder: Recorder;
  /** What pages may do here; absent: nothing. */
  readonly crossOrigin?: CrossOrigin | undefined;
  /** Kills an instance as SIGKILL does; resolves when it is gone. */
  readonly kill: (instanceId: string) => Promise<void>;
  /** Absent: a free port of 127.0.0.1. */
  readonly place?: DoorPlace | undefined;
};

/** Opens the front door. */
export const startFrontDoor = async (options: FrontDoorOptions): Promise<FrontDoor> => {
  const house: House = { ...options, registered: new Map(options.services.map((service) => [service.name, service])) };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    void receive(house, request, response).catch(() => response.destroy());
  };
  const server = createServer({ keepAliveTimeout: keep_alive_ms }, answer);
  // Who asks whether to send a large body hears it when the call is admitted.
  server.on('checkContinue', answer);
  const { host = '127.0.0.1', port: wanted } = options.place ?? {};
  const { port, stop } = await listening(server, wanted, host);
  return {
    endpoint: `http://${host === everyAddress ? '127.0.0.1' : host}:${port}`,
    add: (service) => void house.registered.set(service.name, service),
    stop,
  };
};

const everyAddress = '0.0.0.0';

/** Longer than any client keeps a connection, so that it is never we who close one that a request is just entering. */
const keep_alive_ms = 600_000;

type House = FrontDoorOptions & { readonly registered: Map<string, AwsService> };

const receive = async (house: House, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method === 'OPTIONS' && house.crossOrigin) return write(response, house.crossOrigin.preflight(request));
  for (const [name, value] of Object.entries(house.crossOrigin?.headers(request) ?? {}))
    response.setHeader(name, value);
  const at = performance.timeOrigin + performance.now();
  try {
    const { service, head } = admitted(request, house.registered, house.signerOf);
    if (request.headers.expect !== undefined) response.writeContinue();
    const asked = { ...head, body: await bodyOf(request) };
    await serve(house, service, { ...asked, operation: service.operation(asked) }, at, response);
  } catch (error) {
    write(response, errorAnswer(serviceMeant(request), asAwsError(error)));
  }
};

/** Fault rules that strike before, IAM, the service, the recorder, fault rules that strike after. */
const serve = async (
  house: House,
  service: AwsService,
  call: AwsCall,
  at: number,
  response: ServerResponse,
): Promise<void> => {
  const effects = house.faults.match(call, strikesCalls);
  for (const effect of effects)
    if (typeof effect !== 'string') await ('until' in effect ? effect.until : pause(effect.delay_ms));
  if (effects.includes('kill-before')) return kill(house, call, response);
  const accesses: Access[] = [];
  const answer = await answerOf(house, service, call, effects, accesses);
  record(house.recorder, call, at, accesses, answer);
  if (effects.includes('kill-after')) return kill(house, call, response);
  if (effects.includes('drop-answer')) return void response.destroy();
  write(response, answer);
};

const answerOf = async (
  house: House,
  service: AwsService,
  call: AwsCall,
  effects: readonly Effect[],
  accesses: Access[],
): Promise<AwsAnswer> => {
  try {
    const injected = effects.map((effect) => injectedRefusal(effect, call)).find((refusal) => refusal !== undefined);
    if (injected) throw injected;
    accesses.push(...service.accesses(call));
    const refused = house.iam.refusalOf(call.principal, accesses, `${call.service}:${call.operation}`);
    if (refused) throw refused;
    return await service.handle(call);
  } catch (error) {
    return errorAnswer(call.service, asAwsError(error));
  }
};

/** What is not a refusal is a fault of ours, and the caller sees what AWS shows of its own. */
const asAwsError = (error: unknown): AwsError => {
  if (error instanceof AwsError) return error;
  console.error('The AWS front door failed:', error);
  return new AwsError(500, 'InternalServerError', 'Internal server error');
};

const kill = async (house: House, call: AwsCall, response: ServerResponse): Promise<void> => {
  // The process dies before its connection does, or it could see the loss and act on it.
  if (call.principal.kind === 'function') await house.kill(call.principal.instanceId);
  response.destroy();
};

const record = (
  recorder: Recorder,
  { principal, service, operation }: AwsCall,
  at: number,
  accesses: readonly Access[],
  { status, usage }: AwsAnswer,
): void => {
  recorder.record({
    function: principal.kind === 'function' ? principal.functionName : undefined,
    principal,
    accesses,
    service,
    operation,
    tables: usage?.tables ?? [],
    capacityUnits: usage?.capacityUnits ?? 0,
    status,
    at,
  });
};

const write = (response: ServerResponse, { status, headers, body }: AwsAnswer): void => {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { 'x-amzn-requestid': randomUUID(), 'content-length': length, ...headers });
  response.end(body);
};
