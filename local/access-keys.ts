import { randomBytes } from 'node:crypto';
import type { Principal } from './aws-service.ts';

/** What a caller signs with. */
export type Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string };

/** Whose an access key is. */
export type Signer = {
  readonly principal: Principal;
  readonly secretAccessKey: string;
  /** Its process is gone: it signs nothing any more, but a link that it signed is good until it expires. */
  readonly gone: boolean;
};

/** Who holds which access key: one for each process of a function, and the operator's. */
export type AccessKeys = {
  readonly operator: Credentials;
  /** A new key for one process of a function. */
  issue(functionName: string, instanceId: string): Credentials;
  /** Takes back the key of a process that is gone. */
  forget(instanceId: string): void;
  signerOf(accessKeyId: string): Signer | undefined;
};

/** How long a key that was taken back is remembered: longer than any link that a function signs. */
const remembered_ms = 60 * 60_000;

/** Only the operator's key. */
export const createAccessKeys = (now: () => number = Date.now): AccessKeys => {
  const signers = new Map<string, Signer>();
  /** In the order in which they were taken back. */
  const gone = new Map<string, number>();
  const ofInstances = new Map<string, string>();
  const issue = (principal: Principal): Credentials => {
    const accessKeyId = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`;
    const secretAccessKey = randomBytes(30).toString('base64url');
    signers.set(accessKeyId, { principal, secretAccessKey, gone: false });
    return { accessKeyId, secretAccessKey };
  };
  return {
    operator: issue({ kind: 'operator' }),
    issue: (functionName, instanceId) => {
      const credentials = issue({ kind: 'function', functionName, instanceId });
      ofInstances.set(instanceId, credentials.accessKeyId);
      return credentials;
    },
    forget: (instanceId) => {
      const accessKeyId = ofInstances.get(instanceId) ?? '';
      const signer = signers.get(accessKeyId);
      if (!signer) return;
      ofInstances.delete(instanceId);
      signers.set(accessKeyId, { ...signer, gone: true });
      gone.set(accessKeyId, now());
      for (const [id, at] of gone) {
        if (now() - at < remembered_ms) break;
        gone.delete(id);
        signers.delete(id);
      }
    },
    signerOf: (accessKeyId) => signers.get(accessKeyId),
  };
};
