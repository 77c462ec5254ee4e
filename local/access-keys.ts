import { randomBytes } from 'node:crypto';
import type { Principal } from './aws-service.ts';

/** The key that a caller signs with. */
export type Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string };

/** The owner of an access key. */
export type Signer = {
  readonly principal: Principal;
  readonly secretAccessKey: string;
  /** Its instance has ended: it signs no calls any more, but a link that it signed is valid until it expires. */
  readonly isRevoked: boolean;
};

/** The access keys: one for each instance of a function, the operator's, and those of other accounts. */
export type AccessKeys = {
  readonly operator: Credentials;
  issue(functionName: string, instanceId: string): Credentials;
  /** Issues an access key of the administrator of another account. */
  issueTo(account: string): Credentials;
  revoke(instanceId: string): void;
  signerOf(accessKeyId: string): Signer | undefined;
};

/** How long a revoked key is kept: longer than any link that a function signs. */
const revoked_ms = 60 * 60_000;

/** Only the operator's key. */
export const createAccessKeys = (): AccessKeys => {
  const signers = new Map<string, Signer>();
  /** In the order in which they were revoked. */
  const revokedAt = new Map<string, number>();
  const ofInstances = new Map<string, string>();
  const issue = (principal: Principal): Credentials => {
    const accessKeyId = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`;
    const secretAccessKey = randomBytes(30).toString('base64url');
    signers.set(accessKeyId, { principal, secretAccessKey, isRevoked: false });
    return { accessKeyId, secretAccessKey };
  };
  return {
    operator: issue({ kind: 'operator' }),
    issue: (functionName, instanceId) => {
      const credentials = issue({ kind: 'function', functionName, instanceId });
      ofInstances.set(instanceId, credentials.accessKeyId);
      return credentials;
    },
    issueTo: (account) => issue({ kind: 'account', account }),
    revoke: (instanceId) => {
      const accessKeyId = ofInstances.get(instanceId) ?? '';
      const signer = signers.get(accessKeyId);
      if (!signer) return;
      ofInstances.delete(instanceId);
      signers.set(accessKeyId, { ...signer, isRevoked: true });
      revokedAt.set(accessKeyId, Date.now());
      for (const [id, at] of revokedAt) {
        if (Date.now() - at < revoked_ms) break;
        revokedAt.delete(id);
        signers.delete(id);
      }
    },
    signerOf: (accessKeyId) => signers.get(accessKeyId),
  };
};
