import type { AwsService, Principal } from './aws-service.ts';
import type { Faults } from './faults.ts';
import type { Iam } from './iam/iam.ts';
import type { Recorder } from './recorder.ts';

/** The one address at which functions find every AWS service. */
export type FrontDoor = {
  /** `http://127.0.0.1:port`, for AWS_ENDPOINT_URL. */
  readonly endpoint: string;
  /** Services that can only be made when the address is known. */
  add(service: AwsService): void;
  /** Closes the port and every connection. */
  stop(): Promise<void>;
};

/** What the front door needs. */
export type FrontDoorOptions = {
  readonly services: readonly AwsService[];
  /** Whose access key this is; undefined for one that was never given or has been taken back. */
  readonly principalOf: (accessKeyId: string) => Principal | undefined;
  readonly iam: Iam;
  readonly faults: Faults;
  readonly recorder: Recorder;
  /** SIGKILLs the process of an instance; resolves when it is gone. */
  readonly kill: (instanceId: string) => Promise<void>;
};

export const startFrontDoor = async (_options: FrontDoorOptions): Promise<FrontDoor> => {
  throw new Error('not yet');
};
