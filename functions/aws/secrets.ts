import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { cache } from '../cache.ts';
import { clientSettings } from '../client-settings.ts';
import { bounded, type Clock, systemClock } from '../time.ts';

/** Which of a secret's two values: the one in force, or the one before it, which is good for a day after the change. */
export type SecretStage = 'current' | 'previous';

/** What is kept where nobody reads it but by its name. It is cached in memory for a while, and written and logged nowhere. */
export type SecretReader = {
  /** The text of a secret; undefined where there is none, or where the previous one is not good any more. */
  read(name: string, stage?: SecretStage): Promise<string | undefined>;
  /** Reads it anew when it is next asked for: what it says was refused. */
  forget(name: string): void;
};

/** For how long a changed secret may go unnoticed, in milliseconds: its previous value has to be good for as long. */
const kept_ms = 5 * 60_000;

const stages = { current: 'AWSCURRENT', previous: 'AWSPREVIOUS' } as const satisfies Record<SecretStage, string>;

/** Secrets and stages that a process keeps at once. */
const kept_max = 100;

/** For how long the previous value is good after the change, in milliseconds: Secrets Manager keeps it for ever. */
const overlap_ms = 24 * 60 * 60_000;

type Version = { readonly text: string | undefined; readonly created_at: number };

/** Secrets of Secrets Manager, which keeps the value before the last as well. */
export const secretsManager = ({ now }: Pick<Clock, 'now'> = systemClock()): SecretReader => {
  const client = bounded(new SecretsManagerClient(clientSettings));
  const kept = cache<Version | undefined>(kept_max, { ttl_ms: kept_ms, now: () => now().getTime() });
  const ask = async (SecretId: string, stage: SecretStage) => {
    try {
      const VersionStage = stages[stage];
      const { SecretString: text, CreatedDate } = await client.send(
        new GetSecretValueCommand({ SecretId, VersionStage }),
      );
      return { text, created_at: CreatedDate?.getTime() ?? 0 };
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  };
  const versionOf = (name: string, stage: SecretStage) => kept.of(`${stage} ${name}`, () => ask(name, stage));
  return {
    read: async (name, stage = 'current') => {
      // The date of the current version is the moment of the change.
      const current = await versionOf(name, 'current');
      if (stage === 'current') return current?.text;
      const isOver = now().getTime() - (current?.created_at ?? 0) > overlap_ms;
      return isOver ? undefined : (await versionOf(name, 'previous'))?.text;
    },
    forget: (name) => {
      for (const stage of Object.keys(stages)) kept.forget(`${stage} ${name}`);
    },
  };
};
