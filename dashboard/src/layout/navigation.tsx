import { SideNavigation, type SideNavigationProps } from '@cloudscape-design/components';
import { useLocation, useNavigate } from 'react-router';
import { useEnvironment } from '../api/environment.tsx';
import type { EnvironmentName } from '../settings.ts';
import { t } from '../texts/texts.ts';

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
    link(t.all.home, 'home'),
    {
      type: 'section',
      text: t.all.manage,
      defaultExpanded: isManaging,
      items: [
        {
          type: 'expandable-link-group',
          text: t.all.configure,
          href: `/${name}/configure`,
          defaultExpanded: isManaging,
          items: [link(t.all.apiKeys, 'configure/api-keys'), link(t.all.people, 'configure/people')],
        },
      ],
    },
    { type: 'divider' },
    link(t.all.customers, 'customers'),
    link(t.all.documents, 'documents'),
    link(t.all.verifications, 'verifications'),
    link(t.all.identityReview, 'reviews'),
    link(t.all.screenings, 'screenings'),
    link(t.all.cards, 'cards'),
    link(t.all.authorizations, 'authorizations'),
    link(t.all.transactions, 'transactions'),
    link(t.all.authorization, 'authorization-endpoint'),
    { type: 'divider' },
    link(t.all.webhooks, 'webhooks'),
    link(t.all.deliveries, 'deliveries'),
    link(t.all.events, 'events'),
    link(t.all.requests, 'requests'),
    { type: 'divider' },
    ...(name === 'sandbox' ? [link(t.all.simulator, 'simulator')] : []),
    link(t.all.apiReference, 'reference'),
  ];
};
