import { z } from 'zod';
import { awsSettings } from './aws-settings.ts';
import { issuerAndVerifierSettings } from './issuer-and-verifier-settings.ts';
import {
  absoluteUrl,
  host,
  oneOfValues,
  optionalSetting,
  type SettingTexts,
} from './setting-forms.ts';

/** The dashboard: how people sign in, its hosts, and the name of the product. */
const dashboardSettings = {
  signIn: optionalSetting(
    z.strictObject({ issuer: absoluteUrl, clientId: z.string() }).readonly(),
    {
      expected: '{"issuer": "https://…", "clientId": "…"}',
      description:
        'Where people sign in to the dashboard. Set it for a sandbox in another account or region than live.',
      absent: 'by the user pool of live in this account',
    },
  ),
  secondFactor: oneOfValues(['required', 'off'], {
    description: 'Whether people need more than a password. off is refused in a deployed live.',
  }),
  dashboardOrigin: optionalSetting(
    z.string().regex(new RegExp(`^(https://${host}|http://127\\.0\\.0\\.1)$`)),
    {
      expected: 'an address such as https://dashboard.example.com, without a path',
      description: 'The address of the dashboard. The sandbox takes live’s unless it has its own.',
      absent: 'live is refused',
    },
  ),
  dashboardApi: optionalSetting(
    z.string().regex(/^[a-z0-9]+\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/),
    {
      expected: 'the host of an API, such as a1b2c3.execute-api.eu-west-1.amazonaws.com',
      description:
        'The host of the dashboard’s API. Set it for a sandbox in another account or region than live.',
      absent: 'the host that the environment’s own dashboard stack wrote',
    },
  ),
  publicApi: optionalSetting(z.string().regex(new RegExp(`^https://${host}/([a-z0-9-]+/)*$`)), {
    expected: 'a base address such as https://api.example.com/v1/',
    description: 'The base address that the dashboard shows.',
    absent: 'the address that the environment’s own api stack wrote',
  }),
  product: optionalSetting(
    z
      .strictObject({
        name: z
          .string()
          .regex(/^[^<>{}\p{C}]{1,64}$/u)
          .refine((name) => name.trim() !== '')
          .exactOptional(),
        mark: z
          .string()
          .regex(/^[\w./-]+\.svg$/)
          .exactOptional(),
      })
      .readonly(),
    {
      expected:
        '{"name": "…", "mark": "path/of.svg"}: a name of 1 to 64 characters, without < > { }, and a file of the repository',
      description:
        'The name of the dashboard, of its sign-in and of its e-mails, and the SVG of its mark. Live’s; the sandbox uses them too.',
      absent: 'Financial Services, with the icon of the site',
    },
  ),
  dashboardCertificate: optionalSetting(
    z.string().regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[a-z0-9-]+$/),
    {
      expected: 'the arn of a certificate in us-east-1, in the partition aws',
      description:
        'The certificate of the dashboard’s host, in us-east-1, where CloudFront looks for it.',
      absent: 'live is refused',
    },
  ),
};

/** Everything that a deployment can choose of an environment, each setting with its check and its documentation. */
const settings = { ...awsSettings, ...issuerAndVerifierSettings, ...dashboardSettings };

type Schemas = { readonly [name in keyof typeof settings]: (typeof settings)[name]['schema'] };

/** The settings of one environment, each checked. */
export const SettingsSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(settings).map(([name, { schema }]) => [name, schema]),
  ) as unknown as Schemas,
);

/** The settings of one environment. */
export type Settings = Readonly<z.infer<typeof SettingsSchema>>;

/** Every setting, in the order of the documentation. */
export const settingNames = Object.keys(settings) as (keyof Settings)[];

/** The documentation of a setting. */
export const aboutSetting = (name: keyof Settings): SettingTexts => settings[name].about;

/** Those that name resources with data: another value would replace the resources, or leave them behind. */
export const permanentSettings = settingNames.filter(
  (name) => aboutSetting(name).permanent !== undefined,
);
