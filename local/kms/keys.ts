import { account } from '../assembly.ts';
import type { Access, Resource } from '../aws-service.ts';

/** A KMS key as the templates declare it. */
export type Key = {
  readonly id: string;
  readonly arn: string;
  readonly region: string;
  readonly aliases: readonly string[];
  readonly spec: string;
  readonly usage: string;
};

/** All keys of all templates. */
export type Keys = {
  readonly all: readonly Key[];
  find(idOrAlias: string, region: string): Key | undefined;
};

/** The keys and aliases among the resources. */
export const keysOf = (resources: readonly Resource[]): Keys => {
  const all = resources
    .filter(({ type }) => type === 'AWS::KMS::Key')
    .map((key) => keyOf(key, resources));
  const byName = new Map<string, Key>();
  for (const key of all) {
    for (const name of [key.id, ...key.aliases]) byName.set(`${key.region} ${name}`, key);
    byName.set(key.arn, key);
  }
  const find = (name: string, region: string): Key | undefined => {
    // An alias has an arn too: arn:aws:kms:{region}:{account}:alias/{name}.
    const [, , , regionOfArn, , rest] = name.startsWith('arn:') ? name.split(':') : [];
    if (rest?.startsWith('alias/')) return byName.get(`${regionOfArn} ${rest}`);
    return byName.get(name) ?? byName.get(`${region} ${name}`);
  };
  return { all, find };
};

/** The use of a key by a service of AWS in the caller's name. */
export const keyAccess = (
  key: Key,
  action: string,
  service: string,
  context: Access['context'] = {},
): Access => ({
  action,
  resource: key.arn,
  context: {
    'kms:ViaService': `${service}.${key.region}.amazonaws.com`,
    'kms:ResourceAliases': key.aliases,
    ...context,
  },
});

const keyOf = (
  { physicalId: id, region, properties }: Resource,
  resources: readonly Resource[],
): Key => {
  const arn = `arn:aws:kms:${region}:${account}:key/${id}`;
  const aliases = resources.filter((each) => {
    const target = each.properties.TargetKeyId;
    return (
      each.type === 'AWS::KMS::Alias' && each.region === region && (target === id || target === arn)
    );
  });
  return {
    id,
    arn,
    region,
    aliases: aliases.map(({ physicalId }) => physicalId),
    spec: String(properties.KeySpec ?? 'SYMMETRIC_DEFAULT'),
    usage: String(properties.KeyUsage ?? 'ENCRYPT_DECRYPT'),
  };
};
