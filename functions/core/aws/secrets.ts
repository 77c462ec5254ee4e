import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { cache } from '../cache.ts';
import { clientSettings } from '../client-settings.ts';
import { bounded, type Clock, systemClock } from '../time.ts';

/** Which version of a secret: the current one, or the previous one, which stays valid for a day. */
export type SecretStage = 'current' | 'previous';

/** Secrets by name, cached in memory for a while. They are never stored or logged. */
export type SecretReader = {
  /** The text of a secret; undefined where there is none, or where the previous one is not good any more. */
  read(name: string, stage?: SecretStage): Promise<string | undefined>;
  /** Removes it from the cache, after its value was rejected. */
  forget(name: string): void;
};

/** How long a secret is cached, in milliseconds: after a rotation its previous value must stay valid for so long. */
const kept_ms = 5 * 60_000;

const stages = { current: 'AWSCURRENT', previous: 'AWSPREVIOUS' } as const satisfies Record<
  SecretStage,
  string
>;

/** Versions of secrets in the cache of a process. */
const kept_max = 100;

/** How long the previous version stays valid, in milliseconds: Secrets Manager keeps it for ever. */
const overlap_ms = 24 * 60 * 60_000;

type Version = { readonly text: string | undefined; readonly created_at: number };

/** Secrets of Secrets Manager, which keeps the previous version as well. */
export const secretsManager = ({ now }: Pick<Clock, 'now'> = systemClock()): SecretReader => {
  const client = bounded(new SecretsManagerClient(clientSettings));
  const kept = cache<Version | undefined>(kept_max, {
    ttl_ms: kept_ms,
    now: () => now().getTime(),
  });
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
  const versionOf = (name: string, stage: SecretStage) =>
    kept.of(`${stage} ${name}`, () => ask(name, stage));
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
