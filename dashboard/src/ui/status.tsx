import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { words } from './words.ts';

const looks: Readonly<Record<string, StatusIndicatorProps.Type>> = {
  ...{ active: 'success', enabled: 'success', succeeded: 'success', verified: 'success', accepted: 'success' },
  ...{ healthy: 'success', delivered: 'success', eligible: 'success', closed_customer: 'stopped' },
  ...{ failed: 'error', rejected: 'error', open: 'error', returned: 'error', revoked: 'stopped', ineligible: 'error' },
  ...{ pending: 'pending', processing: 'in-progress', retrying: 'in-progress', half_open: 'in-progress' },
  ...{ awaiting_upload: 'pending', requires_input: 'warning', requirements_due: 'warning', degraded: 'warning' },
  ...{ suspended: 'warning', frozen: 'warning', blocked: 'warning', parked: 'warning', expiring: 'warning' },
  ...{ invited: 'pending', submitted: 'in-progress', shipped: 'in-progress', unverified: 'pending' },
};

/** Where something stands, as a word with a mark: never by colour alone. */
export const Status = ({ status, label }: { readonly status: string; readonly label?: string }) => (
  <span className="whole-words">
    <StatusIndicator type={looks[status] ?? 'stopped'}>{label ?? words(status)}</StatusIndicator>
  </span>
);
