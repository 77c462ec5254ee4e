import { readFileSync } from 'node:fs';
import type { CfnManagedLoginBranding } from 'aws-cdk-lib/aws-cognito';
import type { Environment } from './environments.ts';

/** The name of the dashboard, its sign-in and its e-mails, and the SVG of their mark. */
export type Product = { readonly name: string; readonly mark: string };

/** The path of the mark in this repository. */
export const markPath = ({ product }: Pick<Environment, 'product'>): string =>
  product?.mark ?? 'dashboard/public/icon.svg';

/** That of live, whose site and sign-in serve both environments; throws where its mark cannot be shown. */
export const productOf = (live: Pick<Environment, 'product'>): Product => {
  const { name = 'Financial Services' } = live.product ?? {};
  const mark = markAt(markPath(live));
  const error = markError(mark);
  if (error)
    throw new Error(`Settings are not valid: settings.live.product.mark must be ${error}.`);
  return { name, mark: String(mark) };
};

/** Below the repository. */
const markAt = (path: string): string | undefined => {
  try {
    return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').trim();
  } catch {
    return undefined;
  }
};

const markError = (mark: string | undefined): string | undefined => {
  if (mark === undefined) return 'the path of a file in the repository';
  if (Buffer.byteLength(mark) > mark_bytes_max)
    return `a file of at most ${mark_bytes_max / 1024} KiB`;
  const isWhole =
    /\sviewBox=/.test(rootOf(mark)) && /\sxmlns=/.test(rootOf(mark)) && mark.endsWith('</svg>');
  if (!isWhole) return 'an SVG whose root has an xmlns and a viewBox';
  return /<script|<foreignObject|<!ENTITY|\bon\w+\s*=|javascript:/i.test(mark)
    ? 'an SVG without scripts'
    : undefined;
};

/**
 * Cognito takes 1 000 000 characters of base64 in an image and 2 MB in a style. One template has
 * six copies, and CloudFormation takes a template of 1 MB.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateManagedLoginBranding.html
 */
const mark_bytes_max = 64 * 1024;

const rootOf = (mark: string): string => /<svg\s[^>]*>/.exec(mark)?.[0] ?? '';

/** Text within XML or HTML. */
export const escaped = (text: string): string => text.replaceAll('&', '&amp;');

/** About how wide a name is in letters of 22 pixels: small ones, capitals, and those of East Asia. */
const widthOf = (name: string): number =>
  [...name].reduce(
    (sum, letter) => sum + (letter > '\u10ff' ? 24 : /\p{Lu}/u.test(letter) ? 18 : 13.5),
    0,
  );

/** The mark with the name beside it, since Cognito's pages have no other place for a name. */
const logo = ({ name, mark }: Product, colour: string): string => {
  const root = rootOf(mark);
  const image = mark
    .slice(mark.indexOf(root))
    .replace(root, () => root.replaceAll(/\s(width|height)=("[^"]*"|'[^']*')/g, ''));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${64 + widthOf(name)} 40"><title>${escaped(name)}</title>` +
    `<svg width="40" height="40">${image}</svg><text x="52" y="28" font-family="Inter,system-ui,sans-serif" ` +
    `font-size="22" font-weight="600" fill="${colour}">${escaped(name)}</text></svg>`
  );
};

type Style = {
  readonly assets: CfnManagedLoginBranding.AssetTypeProperty[];
  readonly settings: object;
};

/**
 * The style of Cognito's pages: logo, icon, and the colours of the dashboard in both themes.
 * Anything not named stays Cognito's.
 */
export const signInStyle = (product: Product): Style => {
  const image = (category: string, colorMode: string, svg: string) => {
    return { category, colorMode, extension: 'SVG', bytes: Buffer.from(svg).toString('base64') };
  };
  return {
    assets: [
      image('FORM_LOGO', 'LIGHT', logo(product, '#0f141a')),
      image('FORM_LOGO', 'DARK', logo(product, '#ebebf0')),
      image('FAVICON_SVG', 'DYNAMIC', product.mark),
    ],
    settings: {
      categories: {
        form: { languageSelector: { enabled: true } },
        global: { colorSchemeMode: 'DYNAMIC' },
      },
      componentClasses: {
        focusState: inBoth((mode) => ({ borderColor: mode.accent })),
        link: inBoth((mode) => ({
          defaults: { textColor: mode.accent },
          hover: { textColor: mode.over },
        })),
      },
      components: {
        favicon: { enabledTypes: ['SVG'] },
        form: { logo: { enabled: true, formInclusion: 'IN', location: 'CENTER', position: 'TOP' } },
        pageBackground: { image: { enabled: false }, ...inBoth((mode) => ({ color: mode.page })) },
        primaryButton: inBoth(({ accent, over, on }) => ({
          active: { backgroundColor: over, textColor: on },
          defaults: { backgroundColor: accent, textColor: on },
          hover: { backgroundColor: over, textColor: on },
        })),
      },
    },
  };
};

/** The colours of the dashboard, with their opacity, as Cognito takes them. */
const modes = {
  lightMode: { page: 'ffffffff', accent: '026e5bff', over: '005545ff', on: 'ffffffff' },
  darkMode: { page: '101417ff', accent: '57c0a7ff', over: '80dcc4ff', on: '041813ff' },
} as const;

type Mode = (typeof modes)[keyof typeof modes];

const inBoth = <T>(of: (mode: Mode) => T) => ({
  lightMode: of(modes.lightMode),
  darkMode: of(modes.darkMode),
});
