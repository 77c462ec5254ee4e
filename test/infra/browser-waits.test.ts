import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathsOf } from '../helpers/paths.ts';

// A test of the browser that acts before the next page is there is red by chance. The helpers of
// `test/helpers/page-navigation.ts` wait for the one thing that a page says of itself: that it is
// settled.

const texts = pathsOf('test/browser/*.test.ts').map((path) => [
  path,
  readFileSync(path, 'utf8'),
]) as readonly (readonly [path: string, text: string])[];

/** Goes to a page by itself, or waits for something else than a settled page. */
const goesByItself =
  /\.(goto|reload|goBack|goForward|waitForURL|waitForTimeout|waitForLoadState)\(|networkidle/;

/** The pages of the sign-in and of the onboarding never say that they are settled. */
const withOtherPages =
  /\/(keyboard|languages|onboarding|onboarding-business|search|sessions|sign-in)\./;

test('tests of the browser go to pages by the helpers, which wait until the page is settled', () => {
  const wrong = texts.filter(
    ([path, text]) => goesByItself.test(text) && !withOtherPages.test(path),
  );
  assert.deepEqual(
    wrong.map(([path]) => path),
    [],
    'use goTo, load, reload, goBack, follow or arrive of test/helpers/page-navigation.ts',
  );
});

/** So many times tests of the browser wait for one thing of a page: the number only becomes lower. */
const waits_max = 500;

test('what tests of the browser wait for besides only becomes less', () => {
  const waits = texts.flatMap(([, text]) => text.match(/\b(waitFor|until)\(/g) ?? []);
  assert.ok(waits.length <= waits_max, `${waits.length} waits, of ${waits_max} at most`);
});
