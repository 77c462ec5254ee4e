import { z } from 'zod';
import { environments } from './environments.ts';
import { aboutSetting, SettingsSchema, settingNames } from './settings-schema.ts';

/** A value as a person writes it. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** The page of the settings, in Markdown. */
export const printSettingsPage = (): string => {
  const sections = settingNames.map((name) => {
    const { description, expected, absent, permanent } = aboutSetting(name);
    const values = (['sandbox', 'live'] as const).map(
      (one) => [one, environments[one][name]] as const,
    );
    const [sandbox, live] = values.map(([, value]) =>
      value === undefined ? undefined : valueText(value),
    );
    const begins =
      sandbox === live
        ? [sandbox === undefined ? '' : `- Default: \`${sandbox}\``]
        : values.flatMap(([one, value]) =>
            value === undefined ? [] : [`- Default in ${one}: \`${valueText(value)}\``],
          );
    const lines = [
      ...begins,
      `- Value: ${expected.replaceAll('|', '\\|')}`,
      ...(absent === undefined ? [] : [`- If absent: ${absent}`]),
      ...(permanent === undefined
        ? []
        : [`- Cannot change once deployed. For another value ${permanent}.`]),
    ];
    return `## ${name}\n\n${description}\n\n${lines.filter((line) => line !== '').join('\n')}`;
  });
  return `${[introduction, ...sections].join('\n\n')}\n`;
};

const introduction = `# Settings

You choose these values for each environment, \`sandbox\` and \`live\`, in a folder of your own with the files
\`sandbox.json\` and \`live.json\`:

\`\`\`sh
npm run deploy -- --all -c environments=../our-settings
\`\`\`

\`-c settings='{"live": {"throttle": {"rate": 400, "burst": 800}}}'\` changes single values for one run, and wins. A wrong
value is an error before anything is deployed. Values that neither names are the defaults of \`lib/environments.ts\`.
\`npm run ops -- settings live\` prints the value of each setting and where it comes from. You cannot set \`name\` and
\`protectData\`: each environment has its own. An editor completes the files with \`{"$schema": "…/docs/operate/settings.schema.json"}\`.`;

/** The JSON schema of one environment's file, for editors. */
export const printSettingsSchema = (): string => {
  const printed = z.toJSONSchema(SettingsSchema.partial(), { io: 'input', unrepresentable: 'any' });
  const properties = Object.fromEntries(
    settingNames.map((name) => {
      const { description, absent } = aboutSetting(name);
      const words = absent === undefined ? description : `${description} If absent: ${absent}.`;
      return [name, { ...(printed.properties?.[name] as object), description: words }];
    }),
  );
  const $schema = { type: 'string', description: 'The address of this schema.' };
  return `${JSON.stringify({ ...printed, properties: { $schema, ...properties } }, null, 2)}\n`;
};
