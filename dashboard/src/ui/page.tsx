import BreadcrumbGroup from '@cloudscape-design/components/breadcrumb-group';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useEnvironment } from '../api/environment.tsx';

type Crumb = { readonly text: string; readonly to?: string };

/** Whether a page was shown before: the first one leaves the focus where the browser put it. */
let visited = false;

/** A page: its heading, where it stands, what can be done, and the focus when somebody comes to it. */
export const Page = (props: {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) => {
  const { title, crumbs = [], description, actions, children } = props;
  const { name } = useEnvironment();
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (visited) heading.current?.focus();
    visited = true;
  }, []);
  useEffect(() => {
    document.title = `${title} · ${name === 'live' ? 'Production' : 'Sandbox'} · Dashboard`;
  }, [title, name]);
  return (
    <ContentLayout
      {...(title !== 'Home' && { breadcrumbs: <Breadcrumbs crumbs={[...crumbs, { text: title }]} /> })}
      header={
        <Header variant="h1" actions={actions} {...(description && { description })}>
          <span ref={heading} tabIndex={-1} className="page-heading wrap-anywhere">
            {title}
          </span>
        </Header>
      }
    >
      {children}
    </ContentLayout>
  );
};

const Breadcrumbs = ({ crumbs }: { readonly crumbs: readonly Crumb[] }) => {
  const { name } = useEnvironment();
  const navigate = useNavigate();
  const items = [{ text: 'Home', to: '/home' }, ...crumbs].map(({ text, to }) => ({
    text,
    href: to === undefined ? '#' : `/${name}${to}`,
  }));
  return (
    <BreadcrumbGroup
      ariaLabel="Breadcrumbs"
      items={items}
      onFollow={(event) => {
        event.preventDefault();
        if (event.detail.href !== '#') void navigate(event.detail.href);
      }}
    />
  );
};
