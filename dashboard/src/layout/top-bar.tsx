import { TopNavigation, type TopNavigationProps } from '@cloudscape-design/components';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useEnvironment, useLeave } from '../api/environment.tsx';
import { usePerson } from '../session/session.tsx';
import { type EnvironmentName, environmentNames } from '../settings.ts';
import { chooseLanguage, type Language, language, languageNames, languages } from '../texts/language.ts';
import { filled, inSentence, t } from '../texts/texts.ts';
import { words } from '../texts/words.ts';
import { rememberEnvironment, switchPath } from './environments.ts';
import { Search } from './search.tsx';
import { chooseTheme, chosenTheme, type Theme, themes } from './theme.ts';

/** The header of every page: the link to home, the appearance, and who is signed in. */
export const TopBar = () => {
  const { name, settings } = useEnvironment();
  const navigate = useNavigate();
  const person = usePerson();
  const [theme, setTheme] = useState(chosenTheme);
  const choose = (next: Theme) => {
    chooseTheme(next);
    setTheme(next);
  };
  const leave = useLeave();
  return (
    <TopNavigation
      identity={{
        href: `/${name}/home`,
        title: settings.product.name,
        logo: { src: '/icon.svg', alt: t.layout.logo },
        onFollow: (event) => {
          event.preventDefault();
          void navigate(`/${name}/home`);
        },
      }}
      search={<Search />}
      utilities={[
        appearance(theme, choose),
        {
          type: 'menu-dropdown',
          text: person?.email ?? '',
          description: person ? filled(t.layout.roleRole, { role: inSentence(words(person.role)) }) : '',
          iconName: 'user-profile',
          items: [
            { text: t.layout.language, items: languageItems },
            { id: 'leave', text: t.layout.signOut },
          ],
          onItemClick: ({ detail: { id } }) => (isLanguage(id) ? chooseLanguage(id) : leave()),
        },
      ]}
    />
  );
};

const languageItems = languageNames.map((one) => ({
  ...{ id: one, text: languages[one].name, itemType: 'checkbox' as const, checked: one === language },
}));

const isLanguage = (id: string): id is Language => languageNames.some((one) => one === id);

const appearance = (theme: Theme, choose: (next: Theme) => void): TopNavigationProps.MenuDropdownUtility => ({
  type: 'menu-dropdown',
  text: t.layout.appearance,
  iconName: 'settings',
  ariaLabel: t.layout.appearance,
  items: themes.map((one) => ({
    id: one,
    text: one === 'system' ? t.all.system : words(one),
    itemType: 'checkbox' as const,
    checked: one === theme,
  })),
  onItemClick: ({ detail }) => choose(detail.id as Theme),
});

const names: Readonly<Record<EnvironmentName, string>> = t.layout.environments;
const meanings: Readonly<Record<EnvironmentName, string>> = t.layout.environmentMeanings;

/** The one switch between the environments, always visible and in another colour in live. */
export const EnvironmentBar = () => {
  const { name } = useEnvironment();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const choose = (chosen: EnvironmentName) => {
    if (chosen === name) return;
    rememberEnvironment(chosen);
    void navigate(switchPath(pathname, chosen));
  };
  return (
    <section className="environment" data-environment={name} aria-label={t.layout.environment}>
      <fieldset aria-label={t.layout.environment}>
        {environmentNames.map((one) => (
          <button key={one} type="button" aria-pressed={one === name} onClick={() => choose(one)}>
            {names[one]}
          </button>
        ))}
      </fieldset>
      <span role="status">{meanings[name]}</span>
    </section>
  );
};
