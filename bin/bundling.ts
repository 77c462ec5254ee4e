/** The context of an assembly that reads its bundles from the folder where they are built. */
export const uncopied = {
  'aws:cdk:disable-asset-staging': true,
  // Nobody asks which line made a resource of it.
  'aws:cdk:disable-creation-stack-traces': true,
} as const;

/**
 * The context of an assembly that runs on this machine, with the bundles in the folder where they
 * are built. No copies are made, and all such assemblies share the code that V8 has compiled.
 */
export const inPlace = { local: true, ...uncopied } as const;

/** The choices of `npm start` for the assembly that browsers' tests run: waits and graces are a fifth as long. */
export const listeningStart = {
  clockSpeed: 5,
  throttle: undefined,
  limit: undefined,
  stripe: undefined,
} as const;
