import { fileURLToPath } from 'node:url';

/** Lets each process that this one starts load compiled what the one before it has compiled. */
export const cacheCompiled = (): void => {
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../.build/compile-cache', import.meta.url),
  );
};
