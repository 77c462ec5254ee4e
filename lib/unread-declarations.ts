import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/**
 * An esbuild plugin: what a file of functions/ declares and nobody reads is left out of the bundle. Schemas are made by
 * calls, and esbuild cannot know that they do nothing else; here each stands in a call that says so. A declaration of ours is
 * its value and nothing more, so what a GET does not read of its noun is not made when it starts.
 */
export const unreadDeclarations = (folder: string): Plugin => ({
  name: 'unread-declarations',
  setup(build) {
    build.onLoad({ filter: new RegExp(`^${RegExp.escape(folder)}/.*\\.ts$`) }, async ({ path }) => {
      const { code } = await build.esbuild.transform(readFileSync(path, 'utf8'), {
        ...{ loader: 'ts', target: 'esnext', sourcemap: 'inline', sourcefile: path, sourcesContent: false },
      });
      return { contents: code.replace(declaration, withoutEffects), loader: 'js' };
    });
  },
});

/** As esbuild prints it: a declaration begins a line, and the next line that does not lie within ends it. */
const declaration = /^(?<name>(?:export )?const [\w$]+ = )(?<value>[^\n]*(?:\n(?:[ \t)\]}].*|$))*?);$(?!\n[ \t)\]}])/gm;

const withoutEffects = (whole: string, name: string, value: string): string =>
  /^(?:async )?(?:\([^)]*\)|[\w$]+) =>|^function|^class|^await/.test(value)
    ? whole
    : `${name}/* @__PURE__ */ (() => ${wrapped(value)})();`;

/** An object would be read as a block. */
const wrapped = (value: string) => `(${value})`;
