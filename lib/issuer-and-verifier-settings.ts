import { z } from 'zod';
import {
  type CatalogueName,
  catalogues,
  everyCurrency,
} from '../functions/identity/catalogues/catalogue.ts';
import {
  type ListFile,
  officialAddresses,
} from '../functions/identity/screeners/lists/addresses.ts';
import { renewal_days_max } from '../functions/issuing/cards/model.ts';
import {
  absoluteUrl,
  each,
  oneOfValues,
  optionalSetting,
  rateLimit,
  secretName,
  settingOf,
  wholeNumber,
  yesOrNo,
} from './setting-forms.ts';

/** The most that a limit of a card may be, in minor units. */
export const daily_cap_max = 1_000_000_000_000;

const httpsOrOwn = z.string().regex(/^(https:|http:\/\/127\.0\.0\.1[:/])/);

/** Below a half every name is similar to some entry. */
const score = z.number().min(0.5).max(1);

const files = Object.keys(officialAddresses) as ListFile[];

/** Every issuer of cards that an environment may have. */
export const cardIssuers = ['simulator', 'stripe'] as const;

/** How cards are issued and customers are verified and screened, and what the catalogue offers them. */
export const issuerAndVerifierSettings = {
  cardIssuer: oneOfValues(cardIssuers, {
    description: 'The issuer of cards. Cards of the simulator pay nowhere.',
  }),
  stripe: optionalSetting(
    z
      .strictObject({
        apiKeySecret: secretName,
        signingSecret: secretName,
        apiBase: absoluteUrl.exactOptional(),
        throttle: rateLimit.exactOptional(),
        provisionedConcurrency: wholeNumber.exactOptional(),
        reservedConcurrency: wholeNumber.exactOptional(),
      })
      .refine(
        ({ provisionedConcurrency: warm, reservedConcurrency: most }) =>
          warm === undefined || most === undefined || warm <= most,
      )
      .readonly(),
    {
      expected:
        '{"apiKeySecret": "name of a secret", "signingSecret": "name of a secret"}, with "apiBase": "https://…" and ' +
        '"throttle": {"rate": n, "burst": n}, "provisionedConcurrency": n and "reservedConcurrency": n, whole numbers from 1 and ' +
        'not more provisioned than reserved, if wanted',
      description:
        'How Stripe is reached where it issues the cards: the names of secrets with the API key and the signing secret. With provisionedConcurrency that many executions of receive-stripe stay warm (none if absent), and reservedConcurrency bounds them (50). The throttle bounds requests to the path of Stripe’s events (100 a second, bursts of 200).',
      absent: 'Stripe is not used',
    },
  ),
  cardRenewalDays: optionalSetting(z.int().min(1).max(renewal_days_max), {
    expected: `a whole number from 1 to ${renewal_days_max}`,
    description: 'How many days before a card expires its successor is ordered.',
    absent: '30',
  }),
  agreements: optionalSetting(z.enum(['required', 'optional']), {
    expected: 'required or optional',
    description:
      'Whether features require the agreements that the catalogue names, such as the terms of the issuer.',
    absent: 'required where Stripe issues the cards',
  }),
  reverifyAfterExpiry: optionalSetting(
    each(['standard', 'enhanced'], z.union([z.int().min(0), z.null()])).readonly(),
    {
      expected: '{"standard": n, "enhanced": n}, each a whole number of days from 0, or null',
      description:
        'How many days after a document has expired a verification of each level ends that uses it. It holds for documents that expire from then on.',
      absent: 'verifications do not end',
    },
  ),
  catalogue: optionalSetting(z.enum(Object.keys(catalogues) as [CatalogueName]), {
    expected: `one of ${Object.keys(catalogues).join(', ')}`,
    description: 'The catalogue of features, countries and limits.',
    absent: 'standard',
  }),
  heldFeatures: settingOf(z.array(z.string()).readonly(), {
    expected: 'a list of ids of features',
    description:
      'The features that customers may hold: every id of a catalogue that this environment ever had. Add ids; remove one after the day on which it was retired.',
  }),
  dailyCaps: optionalSetting(
    z
      .record(
        z.string().refine((currency) => everyCurrency.includes(currency)),
        z.int().min(1).max(daily_cap_max),
      )
      .readonly(),
    {
      expected: `an object of whole numbers from 1 to ${daily_cap_max} by currencies that cards are offered in, such as USD`,
      description:
        'The most that a card may spend in a day without higher limits, in minor units. Other caps are multiples of it.',
      absent: 'the amounts of the catalogue',
    },
  ),
  acceptSimulatedIssuer: yesOrNo({
    description: 'Whether live may use the simulated issuer, whose cards pay nowhere.',
  }),
  screening: oneOfValues(['none', 'simulator', 'lists', 'yente'], {
    expected: 'none, simulator, lists or yente',
    description:
      'How customers are screened: not at all, or by scenarios (simulator, rejected in a deployed live). With lists the service searches those of OFAC, the EU, the UN and the UK, with yente it calls a yente of OpenSanctions.',
  }),
  lists: optionalSetting(
    z
      .strictObject({
        addresses: each(files, z.union([httpsOrOwn, z.null()]))
          .readonly()
          .exactOptional(),
        scoreMin: score.exactOptional(),
      })
      .readonly(),
    {
      expected: `{"addresses": {…}, "scoreMin": n}: addresses of https by ${files.join(', ')}, null for a list that is left out, and a score from 0.5 to 1`,
      description:
        'For the service’s own screening: where files of lists are fetched, and the lowest score of a match.',
      absent: 'the publishers’ addresses, and the standard score',
    },
  ),
  yente: optionalSetting(
    z
      .strictObject({
        base: absoluteUrl.regex(/^https?:.*[^/]$/),
        dataset: z.string().regex(/^[a-z0-9_]{1,100}$/),
        tokenSecret: secretName.exactOptional(),
        scoreMin: score.exactOptional(),
      })
      .readonly(),
    {
      expected:
        '{"base": "https://…" without a slash at its end, "dataset": "default"} and "tokenSecret": "name of a secret", "scoreMin": a ' +
        'score from 0.5 to 1, if wanted',
      description:
        'The yente that is asked: its address, its data set, the name of the secret with its API key, and the lowest score of a match.',
      absent: 'yente is not used',
    },
  ),
  identityVerifier: oneOfValues(['review', 'aws', 'onfido', 'simulator'], {
    expected: 'review, aws, onfido or simulator',
    description:
      'The decider about identities: people in the dashboard; they with the findings of Textract and Rekognition; Onfido; or scenarios, refused in a deployed live.',
  }),
  onfido: optionalSetting(
    z
      .strictObject({
        region: z.enum(['eu', 'us', 'ca']),
        tokenSecret: secretName,
        webhookSecret: secretName,
        apiBase: absoluteUrl.exactOptional(),
        watchlist: z
          .enum(['watchlist_standard', 'watchlist_enhanced', 'watchlist_aml'])
          .exactOptional(),
        reservedConcurrency: wholeNumber.exactOptional(),
        throttle: rateLimit.exactOptional(),
      })
      .readonly(),
    {
      expected:
        '{"region": "eu", "tokenSecret": "name of a secret", "webhookSecret": "name of a secret"} with a region of eu, us or ca, ' +
        'and "watchlist": "watchlist_standard", "watchlist_enhanced" or "watchlist_aml", "apiBase": "https://…", ' +
        '"reservedConcurrency": n and "throttle": {"rate": n, "burst": n}, whole numbers from 1, if wanted',
      description:
        'How Onfido is reached: its region, and the names of secrets with the API token and the webhook token. A watchlist adds a report. The reservedConcurrency bounds receive-onfido (10 if absent), the throttle its path (20 a second, bursts of 40). Keep it while Onfido still has data of customers: a redaction deletes them there.',
      absent: 'Onfido is not used',
    },
  ),
  acceptAttestations: yesOrNo({
    description:
      'Whether a key with the scope verifications:attest may say that an identity was verified elsewhere. Your supervisor must permit that.',
  }),
};
