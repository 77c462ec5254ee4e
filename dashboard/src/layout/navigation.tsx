import { SideNavigation, type SideNavigationProps } from '@cloudscape-design/components';
import { useLocation, useNavigate } from 'react-router';
import { useEnvironment } from '../api/environment.tsx';
import type { EnvironmentName } from '../settings.ts';

/** Every section of the dashboard. Manage, then Configure, then API keys. */
export const Navigation = ({ onGo }: { readonly onGo: () => void }) => {
  const { name } = useEnvironment();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [, , section = 'home', part] = pathname.split('/');
  return (
    <SideNavigation
      activeHref={`/${name}/${section === 'configure' && part ? `${section}/${part}` : section}`}
      items={itemsOf(name, section === 'configure')}
      onFollow={(event) => {
        if (event.detail.external) return;
        event.preventDefault();
        void navigate(event.detail.href);
        if (event.detail.type !== 'expandable-link-group') onGo();
      }}
    />
  );
};

const itemsOf = (name: EnvironmentName, isManaging: boolean): SideNavigationProps.Item[] => {
  const link = (text: string, path: string) => ({ type: 'link' as const, text, href: `/${name}/${path}` });
  return [
    link('Home', 'home'),
    {
      type: 'section',
      text: 'Manage',
      defaultExpanded: isManaging,
      items: [
        {
          type: 'expandable-link-group',
          text: 'Configure',
          href: `/${name}/configure`,
          defaultExpanded: isManaging,
          items: [link('API keys', 'configure/api-keys'), link('People', 'configure/people')],
        },
      ],
    },
    { type: 'divider' },
    link('Customers', 'customers'),
    link('Documents', 'documents'),
    link('Verifications', 'verifications'),
    link('Identity review', 'reviews'),
    link('Screenings', 'screenings'),
    link('Cards', 'cards'),
    link('Authorizations', 'authorizations'),
    link('Transactions', 'transactions'),
    link('Authorization endpoint', 'authorization-endpoint'),
    { type: 'divider' },
    link('Webhooks', 'webhooks'),
    link('Deliveries', 'deliveries'),
    link('Events', 'events'),
    link('Requests', 'requests'),
    { type: 'divider' },
    ...(name === 'sandbox' ? [link('Simulator', 'simulator')] : []),
    link('API reference', 'reference'),
  ];
};
