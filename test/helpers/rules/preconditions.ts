import assert from 'node:assert/strict';
import { validCall } from '../examples.ts';
import { operationOf } from '../printed-document.ts';
import type { Rule } from './suite.ts';
import type { UnservedRule } from './unserved.ts';

/** A change of a resource may name the version that it was made for, and then never overwrites another one. */
export const preconditionsRule: Rule = ({ tenant }, route, holds) => {
  if (!('ifMatch' in route)) return;
  const under = (call: Awaited<ReturnType<typeof validCall>>, tag: string) =>
    tenant.call({ ...call, headers: { 'if-match': tag } });
  const etagOf = async ({ path }: { readonly path: string }) =>
    (await tenant.call({ method: 'GET', path: path.split('/').slice(0, 3).join('/') })).headers
      .etag ?? '';

  holds('a change is taken for any version and for the current one', async () => {
    for (const tagOf of [async () => '*', etagOf]) {
      const call = await validCall(route, tenant);
      const answer = await under(call, await tagOf(call));
      assert.equal(answer.status, route.returns.status, answer.text);
    }
  });

  holds('a change for another version is rejected and changes nothing', async () => {
    const call = await validCall(route, tenant);
    const before = await etagOf(call);
    const answer = await under(call, '"0"');
    assert.deepEqual([answer.status, answer.body.code], [412, 'version_mismatch']);
    assert.equal(await etagOf(call), before);
  });
};

/**
 * The texts that If-Match and If-None-Match may have, and those that are answered without being
 * asked further.
 */
export const tagsRule: UnservedRule = ({ call: send, valid: call }, route, holds) => {
  const under = (name: string, tag: string | string[]) =>
    send({ ...call, headers: { [name]: tag } });

  if (!('ifMatch' in route))
    holds('If-Match is an error, since there is no version to compare', async () => {
      const { status, body } = await under('if-match', '*');
      assert.deepEqual([status, body.errors[0].parameter], [400, 'header.If-Match']);
    });

  if (route.method === 'PATCH')
    holds('If-Match takes tags and a star; a weak tag never matches', async () => {
      const { etag = '' } = (await send(call)).headers;
      for (const tag of ['*', etag]) assert.equal((await under('if-match', tag)).status, 200, tag);
      for (const tag of [`"0", ${etag}`, ['"0"', etag], `${etag},W/"1"`])
        assert.equal((await under('if-match', tag)).status, 200);
      for (const tag of ['"0"', '"99"', '"no-version"', '""', `W/${etag}`, `"0", W/${etag}`]) {
        const answer = await under('if-match', tag);
        assert.deepEqual([answer.status, answer.body.code], [412, 'version_mismatch'], tag);
      }
      for (const tag of ['1', '', '*, *', `*, ${etag}`, etag.slice(1), 'w/"1"', `${etag} "1"`]) {
        const answer = await under('if-match', tag);
        assert.deepEqual(
          [answer.status, answer.body.code],
          [400, 'validation_failed'],
          String(tag),
        );
        const [{ parameter, detail }] = answer.body.errors;
        assert.equal(parameter, 'header.If-Match');
        assert.match(detail, /`\*` or etags/, String(tag));
      }
    });

  if (route.method !== 'GET') return;
  const cached = '304' in operationOf(route).responses;
  holds(
    'what the caller has already is not sent again, unless it is more than its version',
    async () => {
      const { etag = '"1"' } = (await send(call)).headers;
      // Compared weakly, a tag is the same with its mark of weakness and without.
      const strong = etag.replace(/^W\//, '');
      for (const tag of [strong, `W/${strong}`, `"0", ${etag}`, '*']) {
        const { status, text, headers } = await under('if-none-match', tag);
        if (cached) assert.deepEqual([status, text, headers.etag], [304, '', etag], tag);
        else assert.equal(status, 200, tag);
      }
      assert.equal((await under('if-none-match', '"0"')).status, 200);
    },
  );
};
