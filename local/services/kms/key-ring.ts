import { account } from '../../assembly.ts';
import type { Resource } from '../../aws-service.ts';

/** A KMS key as the templates declare it. */
export type Key = {
  readonly id: string;
  readonly arn: string;
  readonly region: string;
  /** `alias/…`, as many as point to it. */
  readonly aliases: readonly string[];
  /** `SYMMETRIC_DEFAULT`, `HMAC_256` and so on. */
  readonly spec: string;
  readonly usage: string;
  readonly description: string;
};

/** All keys of all templates. */
export type KeyRing = {
  readonly keys: readonly Key[];
  /** By id, arn, alias name or alias arn. */
  find(idOrAlias: string, region: string): Key | undefined;
};

/** The keys and aliases among the resources. */
export const keyRingOf = (resources: readonly Resource[]): KeyRing => {
  const keys = resources.filter(({ type }) => type === 'AWS::KMS::Key').map((key) => keyOf(key, resources));
  const byName = new Map<string, Key>();
  for (const key of keys) {
    for (const name of [key.id, ...key.aliases]) byName.set(`${key.region} ${name}`, key);
    byName.set(key.arn, key);
  }
  const find = (name: string, region: string): Key | undefined => {
    // An alias has an arn too: arn:aws:kms:{region}:{account}:alias/{name}.
    const [, , , regionOfArn, , rest] = name.startsWith('arn:') ? name.split(':') : [];
    if (rest?.startsWith('alias/')) return byName.get(`${regionOfArn} ${rest}`);
    return byName.get(name) ?? byName.get(`${region} ${name}`);
  };
  return { keys, find };
};

const keyOf = (resource: Resource, resources: readonly Resource[]): Key => {
  const { physicalId: id } = resource;
  const arn = `arn:aws:kms:${resource.region}:${account}:key/${id}`;
  const { KeySpec, KeyUsage, Description } = resource.properties;
  const aliases = resources.filter(({ type, region, properties }) => {
    const target = properties.TargetKeyId;
    return type === 'AWS::KMS::Alias' && region === resource.region && (target === id || target === arn);
  });
  return {
    id,
    arn,
    region: resource.region,
    aliases: aliases.map(({ physicalId }) => physicalId),
    spec: typeof KeySpec === 'string' ? KeySpec : 'SYMMETRIC_DEFAULT',
    usage: typeof KeyUsage === 'string' ? KeyUsage : 'ENCRYPT_DECRYPT',
    description: typeof Description === 'string' ? Description : '',
  };
};
