import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inPlace, uncopied } from '../../bin/bundling.ts';
import type { EnvironmentName } from '../../lib/environments.ts';
import type { CdkContext } from '../../lib/settings.ts';
import { cell, changed, otherwise } from './settings-of-variants.ts';

export type Resource = {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: what CloudFormation holds has a shape for every type.
  readonly Properties: any;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: readonly string[];
  readonly UpdatePolicy?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** One synthesised stack. */
export type SynthesisedStack = {
  readonly environment: EnvironmentName;
  /** `data`, `events`, `api`. */
  readonly name: string;
  readonly terminationProtection: boolean;
  /** The stacks of its environment that are deployed before it, as far as it says so itself. */
  readonly after: readonly string[];
  readonly text: string;
  readonly resources: Readonly<Record<string, Resource>>;
  /** Why the CLI rejects to deploy it. */
  readonly refusals: readonly string[];
  /**
   * The warnings of CDK or of us, which the CLI passes over inside a stage, `--strict` or not,
   * unless the stage is named.
   */
  readonly warnings: readonly string[];
  /** The rules of cdk-nag that an acknowledgement excludes, with the reason. */
  readonly acknowledged: readonly (readonly [rule: string, reason: string])[];
  /** The values that CloudFormation looks up when it deploys, such as values of SSM. */
  readonly parameters: Readonly<
    Record<string, { readonly Type: string; readonly Default?: string }>
  >;
};

/** The output of `npm run assembly`, as it deploys, but for the checks of a deployment. */
const plain = fileURLToPath(new URL('../../.build/assembly-plain', import.meta.url));
let read: Promise<readonly SynthesisedStack[]> | undefined;

/** The stacks as they deploy, which are synthesised once for all tests and read once in a process. */
export const synthesised = async (): Promise<readonly SynthesisedStack[]> => {
  if (!existsSync(plain))
    throw new Error('There is no assembly to read: run `npm run assembly` first.');
  read ??= stacksIn(plain);
  return await read;
};

/**
 * The stacks with settings of a test's own; rejects where the app rejects them, or a check of a deployment unless they are for
 * this machine.
 */
export const synthesise = async (context: CdkContext): Promise<readonly SynthesisedStack[]> => {
  const app = await import('../../lib/app.ts');
  const outdir = await mkdtemp(join(tmpdir(), 'synthesised-'));
  try {
    await app.synthesise({ context, outdir });
    return await stacksIn(outdir);
  } finally {
    await rm(outdir, { recursive: true });
  }
};

/**
 * Makes once for all tests of a process. Each call awaits it itself: a file that awaited the promise of another would declare
 * its tests in the other's context, which has ended.
 */
const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return async (): Promise<T> => {
    made ??= make();
    return await made;
  };
};

/** The stacks of a deployment with other settings than those of lib/environments.ts, having passed its checks. */
export const synthesisedChanged = once(() => synthesise({ ...uncopied, settings: changed }));

/** The stacks of both environments in another cell. */
export const synthesisedCell = once(() =>
  synthesise({ ...inPlace, settings: { sandbox: cell, live: cell } }),
);

/** The stacks on this machine with another value of every setting that may change. */
export const synthesisedOtherwise = once(() => {
  const { product: _, ...ofSandbox } = otherwise;
  return synthesise({ ...inPlace, settings: { sandbox: ofSandbox, live: otherwise } });
});

/** The stacks of every stage of an assembly that is an environment. */
export const stacksIn = async (folder: string): Promise<SynthesisedStack[]> =>
  (await Promise.all((['sandbox', 'live'] as const).map((name) => stacksOf(folder, name)))).flat();

const stacksOf = async (
  folder: string,
  environment: EnvironmentName,
): Promise<SynthesisedStack[]> => {
  const home = join(folder, `assembly-${environment}`);
  const manifest: { readonly artifacts: Readonly<Record<string, Artifact>> } = JSON.parse(
    await readFile(join(home, 'manifest.json'), 'utf8'),
  );
  const { artifacts } = manifest;
  const stacks = Object.values(artifacts).filter(({ type }) => type === 'aws:cloudformation:stack');
  return Promise.all(
    stacks.map(async ({ displayName, dependencies = [], properties }) => {
      const text = await readFile(join(home, properties.templateFile), 'utf8');
      const { Resources: resources, Parameters: parameters = {} } = JSON.parse(text);
      const metadata = JSON.parse(
        await readFile(join(home, properties.templateFile.replace('template', 'metadata')), 'utf8'),
      );
      return {
        environment,
        refusals: saidIn(metadata, 'aws:cdk:error').map(String),
        warnings: saidIn(metadata, 'aws:cdk:warning').map(String),
        acknowledged: saidIn(metadata, 'aws:cdk:acknowledged-rules').flatMap((rules) =>
          Object.entries(rules as Record<string, string>),
        ),
        name: displayName?.split('/')[1] ?? '',
        after: dependencies.flatMap(
          (artifact) => artifacts[artifact]?.displayName?.split('/')[1] ?? [],
        ),
        terminationProtection: properties.terminationProtection === true,
        text,
        resources,
        parameters,
      };
    }),
  );
};

/** The notes about one type while synthesising, by the path of a construct. */
const saidIn = (
  metadata: Record<string, readonly { readonly type: string; readonly data?: unknown }[]>,
  what: string,
) =>
  Object.values(metadata)
    .flat()
    .filter(({ type }) => type === what)
    .map(({ data }) => data);

type Artifact = {
  readonly type: string;
  /** Absent of what is no stack. */
  readonly displayName?: string;
  readonly dependencies?: readonly string[];
  readonly properties: { readonly templateFile: string; readonly terminationProtection?: boolean };
};

const byType = new WeakMap<SynthesisedStack, Map<string, [string, Resource][]>>();

/** The resources of a type with their logical ids. */
export const ofType = (stack: SynthesisedStack, type: string): readonly [string, Resource][] => {
  const known =
    byType.get(stack) ?? Map.groupBy(Object.entries(stack.resources), ([, { Type }]) => Type);
  byType.set(stack, known);
  return known.get(type) ?? [];
};

/** A value of a template as text, with `{Ref}` and `{Resource.Attribute}` where CloudFormation fills something in. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const [[intrinsic, operand] = []] = Object.entries(value as Record<string, unknown>);
  if (intrinsic === 'Ref') return `{${operand}}`;
  if (intrinsic === 'Fn::GetAtt') return `{${(operand as string[]).join('.')}}`;
  if (intrinsic === 'Fn::Join') return (operand as [string, unknown[]])[1].map(textOf).join('');
  throw new Error(`No text for ${JSON.stringify(value)}`);
};
