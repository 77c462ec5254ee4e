import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { clientSettings } from '../../runtime/client-settings.ts';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import { bounded } from '../../runtime/deadline.ts';
import type { SecretReader, SecretStage } from './secret-reader.ts';

/** For how long a changed secret may go unnoticed, in milliseconds: its previous value has to be good for as long. */
const kept_ms = 5 * 60_000;

const stages = { current: 'AWSCURRENT', previous: 'AWSPREVIOUS' } as const satisfies Record<SecretStage, string>;

type Kept = { readonly until: number; readonly text: Promise<string | undefined> };

/** Secrets of Secrets Manager, which keeps the value before the last as well. */
export const secretsManager = ({ now }: Pick<Clock, 'now'> = systemClock()): SecretReader => {
  const client = bounded(new SecretsManagerClient(clientSettings));
  const kept = new Map<string, Kept>();
  const ask = async (SecretId: string, stage: SecretStage) => {
    try {
      const VersionStage = stages[stage];
      return (await client.send(new GetSecretValueCommand({ SecretId, VersionStage }))).SecretString;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  };
  return {
    read: (name, stage = 'current') => {
      const place = `${stage} ${name}`;
      const known = kept.get(place);
      if (known && known.until > now().getTime()) return known.text;
      const text = ask(name, stage);
      kept.set(place, { until: now().getTime() + kept_ms, text });
      // What could not be read is not remembered.
      text.catch(() => kept.delete(place));
      return text;
    },
    forget: (name) => {
      for (const stage of Object.keys(stages)) kept.delete(`${stage} ${name}`);
    },
  };
};
