import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

/** A message in its place on the page, with what can be done about it. */
export const Alert = (props: {
  readonly type?: keyof typeof icons;
  readonly header?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) => {
  const { type = 'info', header, action, children } = props;
  const Icon = icons[type];
  return (
    <div className={`alert alert-${type}`}>
      <Icon size={16} aria-hidden />
      <div>
        {header && <div className="alert-header">{header}</div>}
        {children}
      </div>
      {action}
    </div>
  );
};
