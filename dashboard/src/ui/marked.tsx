import { CircleAlert, CircleCheck, CircleDashed, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const icons = {
  good: CircleCheck,
  attention: TriangleAlert,
  bad: CircleAlert,
  waiting: CircleDashed,
  note: Info,
};

/** A line with the icon of its meaning. */
export const Marked = (props: {
  readonly as: keyof typeof icons;
  /** The name of the icon, where the line does not say the same. */
  readonly label?: string;
  readonly children: ReactNode;
}) => {
  const { as, label, children } = props;
  const Icon = icons[as];
  return (
    <div className={`marked marked-${as}`}>
      <Icon
        size={16}
        {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      />
      <div>{children}</div>
    </div>
  );
};
