import { TopNavigation, type TopNavigationProps } from '@cloudscape-design/components';
import { useLocation, useNavigate } from 'react-router';
import { useEnvironment, useLeave } from '../api/environment.tsx';
import { usePerson } from '../session/session.tsx';
import { type EnvironmentName, environmentNames } from '../settings.ts';
import { words } from '../texts/words.ts';
import { rememberEnvironment, switchPath } from './environments.ts';
import { Search } from './search.tsx';
import { type Theme, themes, useTheme } from './theme.ts';

/** The header of every page: the link to home, the appearance, and who is signed in. */
export const TopBar = () => {
  const { name } = useEnvironment();
  const navigate = useNavigate();
  const person = usePerson();
  const [theme, setTheme] = useTheme();
  const leave = useLeave();
  return (
    <TopNavigation
      identity={{
        href: `/${name}/home`,
        title: 'Financial Services',
        onFollow: (event) => {
          event.preventDefault();
          void navigate(`/${name}/home`);
        },
      }}
      search={<Search />}
      utilities={[
        appearance(theme, setTheme),
        {
          type: 'menu-dropdown',
          text: person?.email ?? '',
          description: person ? `Role: ${person.role}` : '',
          iconName: 'user-profile',
          items: [{ id: 'leave', text: 'Sign out' }],
          onItemClick: leave,
        },
      ]}
      i18nStrings={menuWords}
    />
  );
};

const appearance = (theme: Theme, choose: (theme: Theme) => void): TopNavigationProps.MenuDropdownUtility => ({
  type: 'menu-dropdown',
  text: 'Appearance',
  iconName: 'settings',
  ariaLabel: 'Appearance',
  items: themes.map((one) => ({
    id: one,
    text: one === 'system' ? 'System' : words(one),
    itemType: 'checkbox' as const,
    checked: one === theme,
  })),
  onItemClick: ({ detail }) => choose(detail.id as Theme),
});

const menuWords = {
  searchIconAriaLabel: 'Search',
  searchDismissIconAriaLabel: 'Close the search',
  overflowMenuTriggerText: 'More',
  overflowMenuTitleText: 'All',
  overflowMenuBackIconAriaLabel: 'Back',
  overflowMenuDismissIconAriaLabel: 'Close',
};

const names: Readonly<Record<EnvironmentName, string>> = { sandbox: 'Sandbox mode', live: 'Production' };
const meanings: Readonly<Record<EnvironmentName, string>> = {
  sandbox: 'For testing. Nothing here is real.',
  live: 'Live. Everything you do here is real.',
};

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
    <section className="environment" data-environment={name} aria-label="Environment">
      <fieldset>
        <legend>Environment</legend>
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
