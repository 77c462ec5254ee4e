import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Resource } from './aws-service.ts';
import { BadConfiguration } from './errors.ts';
import { resolveStacks } from './template/stacks.ts';
import type { Stack, Template } from './template/types.ts';

/** The local stand-in for every AWS account. */
export const account = '000000000000';

/** A synthesised CDK app, ready to run. */
export type Assembly = {
  /** The stages, named in lower case as the environments are: `sandbox`, `live`. */
  readonly environments: readonly string[];
  readonly resources: readonly Resource[];
  /** S3 object key of a file asset → absolute path of the folder or file that would be uploaded there. */
  readonly assets: ReadonlyMap<string, string>;
};

/** Reads the cloud assembly in `folder` with its nested assemblies, or the `wanted` ones. Throws BadConfiguration. */
export const readAssembly = (folder: string, wanted?: readonly string[]): Assembly => {
  const environments: string[] = [];
  const stacks: Stack[] = [];
  const isWanted = (environment: string): boolean => wanted?.includes(environment) !== false;
  const assets = new Map<string, string>();
  for (const [environment, stage] of stagesOf(resolve(folder))) {
    const artifacts = artifactsOf(stage);
    const declared = artifacts.filter(({ type }) => type === 'aws:cloudformation:stack');
    // Also of environments that do not run: others read their parameters.
    stacks.push(...declared.map((artifact) => stackOf(environment, stage, artifact)));
    if (!isWanted(environment)) continue;
    environments.push(environment);
    for (const artifact of artifacts)
      if (artifact.type === 'cdk:asset-manifest') addAssets(assets, stage, artifact);
  }
  return { environments, resources: resolveStacks(stacks, isWanted), assets };
};

type Artifact = {
  readonly id: string;
  readonly type: string;
  readonly environment?: string;
  readonly properties?: Readonly<Record<string, string>>;
};

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new BadConfiguration(`The assembly cannot be read at ${path}: synthesise it first.`, {
      cause,
    });
  }
};

const artifactsOf = (folder: string): Artifact[] => {
  const manifest = readJson(join(folder, 'manifest.json')) as {
    artifacts?: Record<string, Omit<Artifact, 'id'>>;
  };
  return Object.entries(manifest.artifacts ?? {}).map(([id, artifact]) => ({ id, ...artifact }));
};

/** Each stage of the app is a nested assembly; a stack outside any stage would belong to no environment. */
const stagesOf = (folder: string): [environment: string, folder: string][] =>
  artifactsOf(folder).flatMap((artifact): [string, string][] => {
    if (artifact.type === 'aws:cloudformation:stack') {
      throw new BadConfiguration(
        `The stack ${artifact.id} is outside every stage, so it belongs to no environment.`,
      );
    }
    if (artifact.type !== 'cdk:cloud-assembly') return [];
    const directory = artifact.properties?.directoryName ?? artifact.id;
    const name = artifact.properties?.displayName ?? artifact.id.replace(/^assembly-/, '');
    return [[name.toLowerCase(), join(folder, directory)]];
  });

const addAssets = (assets: Map<string, string>, folder: string, artifact: Artifact): void => {
  type File = { source: { path: string }; destinations: Record<string, { objectKey: string }> };
  const manifest = readJson(join(folder, artifact.properties?.file ?? '')) as {
    files?: Record<string, File>;
  };
  for (const file of Object.values(manifest.files ?? {})) {
    for (const destination of Object.values(file.destinations)) {
      assets.set(destination.objectKey, resolve(folder, file.source.path));
    }
  }
};

const stackOf = (environment: string, folder: string, artifact: Artifact): Stack => {
  const file = artifact.properties?.templateFile ?? '';
  const region = artifact.environment?.split('/').at(-1);
  if (!region || region === 'unknown-region') {
    throw new BadConfiguration(
      `The stack ${artifact.id} has no fixed region; every environment must name one.`,
    );
  }
  const name = artifact.properties?.stackName ?? basename(file, '.template.json');
  const template = readJson(join(folder, file)) as Template;
  return { environment, name, region, account, template };
};
