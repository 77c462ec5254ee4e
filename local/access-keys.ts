import { randomBytes } from 'node:crypto';
import type { Principal } from './aws-service.ts';
import type { Credentials } from './functions/surroundings.ts';

/** Who holds which access key: one for each process of a function, and the operator's. */
export type AccessKeys = {
  readonly operator: Credentials;
  /** A new key for one process of a function. */
  issue(functionName: string, instanceId: string): Credentials;
  /** Takes back the key of a process that is gone. */
  forget(instanceId: string): void;
  principalOf(accessKeyId: string): Principal | undefined;
};

/** Only the operator's key. */
export const createAccessKeys = (): AccessKeys => {
  const principals = new Map<string, Principal>();
  const ofInstances = new Map<string, string>();
  const issue = (principal: Principal): Credentials => {
    const accessKeyId = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`;
    principals.set(accessKeyId, principal);
    return { accessKeyId, secretAccessKey: randomBytes(30).toString('base64url') };
  };
  return {
    operator: issue({ kind: 'operator' }),
    issue: (functionName, instanceId) => {
      const credentials = issue({ kind: 'function', functionName, instanceId });
      ofInstances.set(instanceId, credentials.accessKeyId);
      return credentials;
    },
    forget: (instanceId) => {
      principals.delete(ofInstances.get(instanceId) ?? '');
      ofInstances.delete(instanceId);
    },
    principalOf: (accessKeyId) => principals.get(accessKeyId),
  };
};
