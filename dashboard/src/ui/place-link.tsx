import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useEnvironment } from '../api/environment.tsx';

type PlaceLinkProps = {
  readonly to: string;
  /** `button`: it leads to where something is done, and looks so. */
  readonly className?: 'button';
  readonly children: ReactNode;
};

/** A link to a path of the environment that is shown, in the colour of what is around it. */
export const PlaceLink = ({ to, ...link }: PlaceLinkProps) => {
  const { name } = useEnvironment();
  return <Link to={`/${name}${to}`} {...link} />;
};
