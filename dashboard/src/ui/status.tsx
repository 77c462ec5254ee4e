import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { words } from '../texts/words.ts';

const types: Readonly<Record<string, StatusIndicatorProps.Type>> = {
  ...{ active: 'success', enabled: 'success', verified: 'success', accepted: 'success' },
  ...{ healthy: 'success', delivered: 'success', eligible: 'success', closed_customer: 'stopped' },
  ...{ failed: 'error', rejected: 'error', open: 'error', returned: 'error', revoked: 'stopped', ineligible: 'error' },
  ...{ pending: 'pending', processing: 'in-progress', retrying: 'in-progress', half_open: 'in-progress' },
  ...{ awaiting_upload: 'pending', requires_input: 'warning', requirements_due: 'warning', degraded: 'warning' },
  ...{ suspended: 'warning', frozen: 'warning', blocked: 'warning', expiring: 'warning' },
  ...{ invited: 'pending', submitted: 'in-progress', shipped: 'in-progress', unverified: 'pending' },
};

/** Statuses whose own name says too little. */
const special: Readonly<Record<string, readonly [StatusIndicatorProps.Type, string]>> = {
  succeeded: ['success', 'Delivered'],
  paused: ['warning', 'Paused (endpoint failing)'],
  suppressed: ['stopped', 'Not sent (webhook was disabled)'],
  undelivered: ['warning', 'Not delivered'],
};

/** A status in words. */
export const statusText = (status: string): string => special[status]?.[1] ?? words(status);

/** A status as a word with a mark: never by colour alone. */
export const Status = ({ status, label }: { readonly status: string; readonly label?: string }) => (
  <span className="whole-words">
    <StatusIndicator type={special[status]?.[0] ?? types[status] ?? 'stopped'}>
      {label ?? statusText(status)}
    </StatusIndicator>
  </span>
);
