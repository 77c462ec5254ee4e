import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { productOf, signInStyle } from '../../lib/product.ts';
import { chosenEnvironments } from '../../lib/settings.ts';
import { ofType, synthesisedChanged } from '../helpers/synthesised.ts';

const changed = await synthesisedChanged();
const signIn = changed.find(({ name }) => name === 'sign-in') ?? assert.fail();
const styles = ofType(signIn, 'AWS::Cognito::ManagedLoginBranding').map(
  ([, { Properties }]) => Properties,
);

type Image = Readonly<Record<'Category' | 'ColorMode' | 'Extension' | 'Bytes', string>>;

test('the pages where people sign in have the name and the mark of the product, one logo for each theme, for both clients', () => {
  assert.equal(styles.length, 2);
  for (const { Assets, Settings, UseCognitoProvidedValues } of styles) {
    assert.equal(UseCognitoProvidedValues, undefined);
    assert.equal(Settings.components.form.logo.enabled, true);
    const images: [string, string][] = Assets.map((one: Image) => [
      `${one.Category} ${one.ColorMode} ${one.Extension}`,
      Buffer.from(one.Bytes, 'base64').toString(),
    ]);
    assert.deepEqual(
      images.map(([what]) => what),
      ['FORM_LOGO LIGHT SVG', 'FORM_LOGO DARK SVG', 'FAVICON_SVG DYNAMIC SVG'],
    );
    const [[, light], [, dark], [, icon]] = images as [
      [string, string],
      [string, string],
      [string, string],
    ];
    assert.match(
      light,
      /<title>Ada &amp; Co<\/title>.*<svg [^>]*viewBox="0 0 32 32">.*fill="#0f141a">Ada &amp; Co</,
    );
    assert.equal(dark, light.replace('fill="#0f141a">Ada', 'fill="#ebebf0">Ada'));
    assert.equal(icon, productOf({}).mark);
  }
});

test('the e-mails of the sign-in name the product', () => {
  const [pool] = ofType(signIn, 'AWS::Cognito::UserPool').map(([, { Properties }]) => Properties);
  const { EmailSubject, EmailMessage } =
    pool?.AdminCreateUserConfig.InviteMessageTemplate ?? assert.fail();
  assert.equal(EmailSubject, 'You are invited to Ada & Co');
  assert.match(
    EmailMessage,
    /^You are invited to Ada &amp; Co\. .*\{username\}.*\{####\} within 3 days/,
  );
  assert.equal(pool?.VerificationMessageTemplate.EmailSubject, 'Your code for Ada & Co');
  assert.match(pool?.VerificationMessageTemplate.EmailMessage, /\{####\}.*Ada &amp; Co/);
});

test('the logo gives the mark its own size, however the file quotes another', () => {
  const mark = '.build/mark-quoted.svg';
  mkdirSync('.build', { recursive: true });
  writeFileSync(
    mark,
    `<?xml version='1.0'?><svg xmlns='x' viewBox='0 0 9 9' width='900' id='$&' height="9"><g/></svg>`,
  );
  const [light] = signInStyle(productOf({ product: { name: 'Ada', mark } })).assets;
  const logo = Buffer.from(light?.bytes ?? '', 'base64').toString();
  assert.ok(
    logo.includes(
      `<svg width="40" height="40"><svg xmlns='x' viewBox='0 0 9 9' id='$&'><g/></svg></svg>`,
    ),
    logo,
  );
});

test('the logo has room for a name in capitals and in wide letters', () => {
  const widthOf = (name: string) => {
    const { bytes = '' } = signInStyle(productOf({ product: { name } })).assets[0] ?? assert.fail();
    return Number(/viewBox="0 0 ([\d.]+) 40"/.exec(Buffer.from(bytes, 'base64').toString())?.[1]);
  };
  assert.deepEqual(['Ada', 'ADA', '銀行'].map(widthOf), [109, 118, 112]);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">';
const rejected: [string, string | undefined, RegExp][] = [
  ['nowhere', undefined, /product\.mark must be the path of a file in the repository/],
  [
    'no-picture',
    '<html></html>',
    /product\.mark must be an SVG whose root has an xmlns and a viewBox/,
  ],
  [
    'no-view-box',
    '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    /an SVG whose root has an xmlns and a viewBox/,
  ],
  [
    'without-a-namespace',
    '<svg viewBox="0 0 1 1"></svg>',
    /an SVG whose root has an xmlns and a viewBox/,
  ],
  [
    'with-a-view-box-within',
    `<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg></svg>`,
    /an SVG whose root has/,
  ],
  ['with-a-script', `${svg}<script>1</script></svg>`, /an SVG without scripts/],
  ['with-a-spaced-handler', `${svg}<g onload = "x()"/></svg>`, /an SVG without scripts/],
  ['with-a-link', `${svg}<a href="javascript:x()"/></svg>`, /an SVG without scripts/],
  [
    'large',
    `<svg viewBox="0 0 1 1"><!--${'x'.repeat(65_536)}--></svg>`,
    /a file of at most 64 KiB/,
  ],
];
for (const [what, svg, sentence] of rejected)
  test(`a mark is rejected before a deployment: ${what}`, () => {
    const mark = `.build/mark-${what}.svg`;
    mkdirSync('.build', { recursive: true });
    if (svg !== undefined) writeFileSync(mark, svg);
    assert.throws(() => productOf({ product: { mark } }), sentence);
  });

test('a name that would be markup, a mark of another type and a product of the sandbox are rejected', () => {
  const chosen = (name: string, product: object) => () =>
    chosenEnvironments({ settings: { [name]: { product } } });
  for (const name of ['<b>', ' ', 7, ['Ada']])
    assert.throws(chosen('live', { name }), /live\.product must be \{"name"/, JSON.stringify(name));
  assert.throws(chosen('live', { mark: 'mark.png' }), /live\.product must be \{"name"/);
  assert.throws(
    chosen('sandbox', { name: 'Ada' }),
    /sandbox\.product must be absent: one site and one sign-in serve both/,
  );
  assert.doesNotThrow(chosen('live', { name: 'Bäckerei Huber & Söhne' }));
});
