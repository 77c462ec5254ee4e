import { account } from './assembly.ts';
import type { AwsCall, AwsService } from './aws-service.ts';
import { AwsError, unknownOperation } from './errors.ts';
import { inputOf, jsonAnswer, targetOperation } from './json-protocol.ts';

/** A secret as it is kept: its text, and where there is one, the text before it and the moment of the change. */
export type KeptSecret = {
  readonly current: string;
  readonly previous?: string;
  readonly changed_at?: Date;
};

type Input = { readonly SecretId?: string; readonly VersionStage?: string };

/** Secrets Manager as far as reading goes: `find` looks up a name each time, so that a secret can be changed. */
export const secretsManagerService = (
  find: (name: string) => KeptSecret | undefined,
): AwsService => ({
  name: 'secretsmanager',
  operation: targetOperation,
  accesses: (call) => [
    { action: `secretsmanager:${call.operation}`, resource: arnOf(call, nameOf(call)) },
  ],
  handle: async (call) => {
    if (call.operation !== 'GetSecretValue') throw unknownOperation(call.operation);
    const name = nameOf(call);
    const { VersionStage = 'AWSCURRENT' } = inputOf(call) as Input;
    const secret = find(name);
    const SecretString = VersionStage === 'AWSPREVIOUS' ? secret?.previous : secret?.current;
    if (SecretString === undefined)
      throw new AwsError(
        400,
        'ResourceNotFoundException',
        "Secrets Manager can't find the specified secret value.",
      );
    const { changed_at = new Date() } = secret ?? {};
    const version = {
      SecretString,
      VersionStages: [VersionStage],
      CreatedDate: changed_at.getTime() / 1000,
    };
    return jsonAnswer({ ARN: arnOf(call, name), Name: name, ...version }, '1.1');
  },
});

const nameOf = (call: AwsCall): string => (inputOf(call) as Input).SecretId ?? '';

/** AWS puts a dash and six characters of its own behind the name. */
const arnOf = ({ region }: AwsCall, name: string): string =>
  `arn:aws:secretsmanager:${region}:${account}:secret:${name}-local0`;
