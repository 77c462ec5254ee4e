import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiOf, type Small } from './small-api-template.ts';

export type { Small };

/** Writes the files that `cdk synth` would write; `remove` deletes them. */
export const writeSmallAssembly = (small: Small): { folder: string; remove: () => void } => {
  // A path that is no part of a URL as it is.
  const folder = mkdtempSync(join(tmpdir(), 'assembly ä #%41-'));
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

const writeJson = (path: string, value: unknown): void =>
  writeFileSync(path, JSON.stringify(value));

const writeAssets = (folder: string, functions: Small['functions']): Record<string, unknown> => {
  const files = Object.entries(functions).map(([name, { source, file = 'index.cjs' }]) => {
    mkdirSync(join(folder, `asset.${name}`));
    writeFileSync(join(folder, `asset.${name}`, file), source);
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
  return {
    ...Object.fromEntries(made),
    Role: { Type: 'AWS::IAM::Role', Properties: { RoleName: 'small' } },
  };
};
