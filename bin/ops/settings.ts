import { mkdirSync, writeFileSync } from 'node:fs';
import { environments } from '../../lib/environments.ts';
import { chosenEnvironments } from '../../lib/settings.ts';
import { printSettingsPage, printSettingsSchema, valueText } from '../../lib/settings-page.ts';
import { aboutSetting, settingNames } from '../../lib/settings-schema.ts';
import { orSentence, readCommandLine } from '../command-line.ts';
import { contextIn, environmentIn, settingsOption } from '../start/target.ts';

const usage = `npm run ops -- settings sandbox|live [-c environments=<folder>] [-c settings='{…}']
npm run ops -- settings --page

Prints the value of each setting of an environment, where it comes from, and its meaning. --page writes docs/operate/settings.md
and the JSON schema beside it.`;

const options = { page: { type: 'boolean' }, ...settingsOption } as const;
const { values, positionals } = readCommandLine({ usage, options, words: 'any' });

const writePage = (): void => {
  const folder = new URL('../../docs/operate/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('settings.md', folder), printSettingsPage());
  writeFileSync(new URL('settings.schema.json', folder), printSettingsSchema());
};

const printEnvironment = (): void => {
  const environment = environmentIn(positionals, values.context);
  const { name } = environment;
  const own = chosenEnvironments({ ...contextIn(values.context), settings: undefined }).find(
    (one) => one.name === name,
  );
  const originOf = (setting: (typeof settingNames)[number]): string => {
    const value = environment[setting];
    if (value === undefined) return 'absent';
    if (value === environments[name][setting]) return 'default';
    return own && JSON.stringify(own[setting]) === JSON.stringify(value)
      ? 'environments'
      : 'settings';
  };
  for (const setting of settingNames) {
    const { description, absent, permanent } = aboutSetting(setting);
    const origin = originOf(setting);
    const value =
      origin === 'absent' ? `absent: ${absent}` : `${valueText(environment[setting])} (${origin})`;
    const fixed = permanent
      ? `\n    Cannot change once deployed. For another value ${permanent}.`
      : '';
    process.stdout.write(`${setting}: ${value}\n    ${description}${fixed}\n`);
  }
};

await orSentence(async () => {
  if (values.page) writePage();
  else printEnvironment();
});
