import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import type { CfnResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { App, Stack } from 'aws-cdk-lib/core';
import { environments } from '../../lib/environments.ts';
import { siteHeaders } from '../../lib/site-headers.ts';
import { pathsOf } from '../helpers/paths.ts';
import { textOf } from '../helpers/synthesised.ts';
import { test } from '../helpers/tests.ts';

test('the policy allows files of the site, the two constant styles of React Aria, and no other style or font', () => {
  const app = new App();
  const stack = new Stack(app);
  const headers = siteHeaders(stack, environments.live, Object.values(environments));
  const policy = headers.node.defaultChild as CfnResponseHeadersPolicy;
  // A synthesis of the stack would validate all templates in 200 MB of WebAssembly that stay.
  const config = stack.resolve(policy.responseHeadersPolicyConfig);
  // The app made it, and synthesises nothing into it.
  rmSync(app.outdir, { recursive: true });
  const text = textOf(config.securityHeadersConfig.contentSecurityPolicy.contentSecurityPolicy);
  const sources = new Map(
    text.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]),
  );
  const hashes = stylesOfReactAria().map(
    (style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  );
  assert.equal(hashes.length, 2);
  assert.deepEqual(sources.get('style-src')?.toSorted(), ["'self'", ...hashes].toSorted());
  assert.deepEqual([sources.get('font-src'), sources.get('script-src')], [["'self'"], ["'self'"]]);
});

/** The texts of the style elements that the installed version adds to a page; its constants are strings. */
const stylesOfReactAria = (): string[] =>
  ['react-aria', 'react-aria-components', 'react-stately'].flatMap((name) =>
    pathsOf(`node_modules/${name}/dist/**/*.mjs`).flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      if (!/createElement\(['"]style/.test(source)) return [];
      return [...source.matchAll(/\.textContent = `([^`]*)`\.trim\(\)/g)].map(([, style = '']) =>
        style
          .replace(
            /\$\{([^}]+)\}/g,
            (_, constant) => source.split(`const ${constant} = '`)[1]?.split("'")[0] ?? '',
          )
          .trim(),
      );
    }),
  );
