import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiOf } from './small-api-template.ts';

/** A function of a small assembly: its CommonJS source and what its template says. */
export type SmallFunction = { readonly source: string; readonly properties?: Readonly<Record<string, unknown>> };

/** A method of the one API: `GET /things/{thing_id}` → which function, and whether the authorizer stands before it. */
export type SmallMethod = {
  readonly function: string;
  readonly open?: true;
  /** It takes a key of a usage plan. */
  readonly counted?: true;
  readonly timeout_ms?: number;
  /** The API's role may not call it. */
  readonly forbidden?: true;
  /** The logical id of the alias that it calls the function by. */
  readonly alias?: string;
};

/** What a test wants of an assembly: one stage, functions by logical id, and an API over them. */
export type Small = {
  readonly functions: Readonly<Record<string, SmallFunction>>;
  readonly methods?: Readonly<Record<string, SmallMethod>>;
  readonly authorizer?: { readonly function: string; readonly ttl_seconds: number };
  /** More resources of the template, by logical id; they win over those made here. */
  readonly resources?: Readonly<Record<string, unknown>>;
  readonly template?: Readonly<Record<string, unknown>>;
};

/** Writes the files that `cdk synth` would write; `remove` deletes them. */
export const writeSmallAssembly = (small: Small): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'));
  const stage = join(folder, 'assembly-sandbox');
  mkdirSync(stage);
  writeJson(join(folder, 'manifest.json'), {
    artifacts: {
      'assembly-sandbox': {
        type: 'cdk:cloud-assembly',
        properties: { directoryName: 'assembly-sandbox', displayName: 'sandbox' },
      },
    },
  });
  writeJson(join(stage, 'manifest.json'), {
    artifacts: {
      'small.assets': { type: 'cdk:asset-manifest', properties: { file: 'small.assets.json' } },
      small: {
        type: 'aws:cloudformation:stack',
        environment: 'aws://unknown-account/eu-west-1',
        properties: { templateFile: 'small.template.json', stackName: 'small' },
      },
    },
  });
  writeJson(join(stage, 'small.assets.json'), { files: writeAssets(folder, small.functions) });
  const resources = { ...functionsOf(small), ...apiOf(small), ...small.resources };
  writeJson(join(stage, 'small.template.json'), { ...small.template, Resources: resources });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

const writeJson = (path: string, value: unknown): void => writeFileSync(path, JSON.stringify(value));

const writeAssets = (folder: string, functions: Small['functions']): Record<string, unknown> => {
  const files = Object.entries(functions).map(([name, { source }]) => {
    mkdirSync(join(folder, `asset.${name}`));
    writeFileSync(join(folder, `asset.${name}`, 'index.cjs'), source);
    const destinations = { current: { objectKey: `${name}.zip` } };
    return [name, { source: { path: `../asset.${name}`, packaging: 'zip' }, destinations }];
  });
  return Object.fromEntries(files);
};

const functionsOf = ({ functions }: Small): Record<string, unknown> => {
  const made = Object.entries(functions).map(([name, { properties }]) => {
    const Properties = {
      FunctionName: name,
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      Code: { S3Bucket: { 'Fn::Sub': 'cdk-assets-$' + '{AWS::AccountId}' }, S3Key: `${name}.zip` },
      ...properties,
    };
    return [name, { Type: 'AWS::Lambda::Function', Properties }];
  });
  return { ...Object.fromEntries(made), Role: { Type: 'AWS::IAM::Role', Properties: { RoleName: 'small' } } };
};

/** A resource of a template. */
export const declared = <P extends object>(Type: string, Properties: P) => ({ Type, Properties });
