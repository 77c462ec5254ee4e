import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useEnvironment } from '../api/environment.tsx';
import { t } from '../texts/texts.ts';
import { useIsBeside } from './beside.tsx';
import { Buttons, isShown } from './values.tsx';

export type Crumb = { readonly text: string; readonly to?: string };

/** Values by their names. */
export type Details = Readonly<Record<string, ReactNode>>;

/** Whether a page was shown before: the first one leaves the focus where the browser put it. */
let visited = false;

/** Whether a person types into the search while the page comes: the next letters belong there, too. */
const isTyping = (): boolean =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.value !== '';

/** The head of a page; the head of an object also has its status, and the facts that are asked for first. */
export type HeaderProps = {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly status?: ReactNode;
  readonly facts?: Details | undefined;
  /** A page of one object has its name in the size of a figure. */
  readonly of?: 'resource';
};

/** The head of a page. Its heading has the focus when a person comes to the page. */
export const Header = (props: HeaderProps) => {
  const { title, crumbs = [], description, actions, status, facts = {}, of } = props;
  const heading = useRef<HTMLSpanElement>(null);
  const isBeside = useIsBeside();
  const Title = isBeside ? 'h2' : 'h1';
  useEffect(() => {
    if (isBeside) return;
    if (visited && !isTyping()) heading.current?.focus();
    visited = true;
  }, [isBeside]);
  const shown = Object.entries(facts).filter(([, value]) => isShown(value));
  return (
    <div className="page-head" data-of={of}>
      {crumbs.length > 0 && !isBeside && <Breadcrumbs crumbs={crumbs} />}
      <div className="page-name">
        <Title>
          <span ref={heading} tabIndex={-1} className="page-heading wrap-anywhere">
            {title}
          </span>
        </Title>
        {status}
      </div>
      {actions && <Buttons>{actions}</Buttons>}
      {description && <p>{description}</p>}
      {shown.length > 0 && (
        <dl className="facts">
          {shown.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
};

const Breadcrumbs = ({ crumbs }: { readonly crumbs: readonly Crumb[] }) => {
  const { name } = useEnvironment();
  return (
    <nav aria-label={t.ui.breadcrumbs} className="crumbs">
      {crumbs.map(({ text, to }) => (
        <span key={text}>{to === undefined ? text : <Link to={`/${name}${to}`}>{text}</Link>}</span>
      ))}
    </nav>
  );
};
