import type { IncomingMessage } from 'node:http';
import type { Signer } from './access-keys.ts';
import { AwsError } from './aws-error.ts';
import type { AwsCall, AwsService, Principal } from './aws-service.ts';
import { claimOf } from './incoming.ts';

/** Whose access key this is; undefined for one that was never given. */
export type Signers = (accessKeyId: string) => Signer | undefined;

/** A call that may go on: its service, and all of it but the body. */
export type Admitted = { readonly service: AwsService; readonly head: Omit<AwsCall, 'operation' | 'body'> };

/**
 * The name of the service that a request is for, whose way of refusing its sender understands. Storage alone is called
 * by browsers and curl: what nobody signed, and what names an object and no operation, is for it.
 */
export const serviceMeant = (request: IncomingMessage): string => {
  const { headers, url = '' } = request;
  const bare = headers['x-amz-target'] === undefined && /^\/(?!2015-03-31\/)[^/?]+\/[^/?]/.test(url);
  return claimOf(request)?.service ?? (bare ? 's3' : '');
};

/** Who calls which service; throws the refusal of what needs no look at the body. */
export const admitted = (
  request: IncomingMessage,
  services: ReadonlyMap<string, AwsService>,
  signerOf: Signers,
): Admitted => {
  const claim = claimOf(request);
  if (!claim) throw new AwsError(403, 'MissingAuthenticationTokenException', 'Request is missing Authentication Token');
  const signer = signerOf(claim.accessKeyId);
  if (!signer || (signer.gone && !claim.link)) throw unknownKey(claim.service);
  const service = services.get(claim.service);
  if (!service) throw new AwsError(400, 'UnknownOperationException', `There is no service ${claim.service} here.`);
  if (claim.link && !service.admit) throw unknownKey(claim.service);
  const { method = 'GET', url = '/' } = request;
  const headers = request.headers as Record<string, string>;
  const principal = claim.link ? behindLink(signer.principal) : signer.principal;
  const head = { service: service.name, region: claim.region, principal, method, url, headers };
  service.admit?.(head, signer.secretAccessKey);
  return { service, head };
};

/** The process that signed a link does not make the call. */
const behindLink = (principal: Principal): Principal =>
  principal.kind === 'function' ? { kind: 'link', functionName: principal.functionName } : principal;

const unknownKey = (service: string): AwsError => {
  const message = 'The security token included in the request is invalid.';
  if (service === 'sqs' || service === 'sns') return new AwsError(403, 'InvalidClientTokenId', message);
  return new AwsError(service === 'lambda' ? 403 : 400, 'UnrecognizedClientException', message);
};
