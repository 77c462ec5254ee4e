import Link, { type LinkProps } from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useEnvironment } from '../api/environment.tsx';

/** Goes to a path of the environment that is shown. */
export const useGo = (): ((path: string) => void) => {
  const navigate = useNavigate();
  const { name } = useEnvironment();
  return (path) => void navigate(`/${name}${path}`);
};

/** A link to a path of the environment that is shown. */
export const Go = (props: {
  readonly to: string;
  readonly children: ReactNode;
  readonly variant?: LinkProps.Variant;
  readonly fontSize?: LinkProps.FontSize;
  readonly label?: string;
}) => {
  const { to, children, variant = 'secondary', fontSize, label } = props;
  const go = useGo();
  const { name } = useEnvironment();
  return (
    <Link
      href={`/${name}${to}`}
      variant={variant}
      {...(fontSize && { fontSize })}
      {...(label && { ariaLabel: label })}
      onFollow={(event) => {
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </Link>
  );
};
