import type { ReactNode } from 'react';
import type { Api, FiltersOf } from '../../api/client.ts';
import type { Verification } from '../../api/objects.ts';
import { words } from '../../texts/words.ts';
import { customerColumn } from '../../ui/customer-column.tsx';
import { Go } from '../../ui/go.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

const moving_ms = 3_000;

/** The filters that the API knows for verifications. */
export type VerificationQuery = FiltersOf<Api['verifications']['listAll']>;

/** Verifications of a list of the API. */
export const VerificationTable = (props: {
  readonly of: VerificationQuery;
  readonly empty: string;
  readonly filter?: ReactNode;
  readonly actions?: ReactNode;
}) => (
  <ListTable<Verification>
    title="Verifications"
    of={['verifications', props.of]}
    read={(api, page, signal) => api.verifications.listAll({ query: { ...props.of, ...page }, signal })}
    idOf={({ id }) => id}
    follow={(items) => (items.some(({ status }) => status === 'processing') ? moving_ms : false)}
    empty={props.empty}
    {...(props.filter && { filter: props.filter })}
    {...(props.actions && { actions: props.actions })}
    columns={[
      { name: 'Level', cell: ({ id, level }) => <Go to={`/verifications/${id}`}>{words(level)}</Go>, width: 120 },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 150 },
      { name: 'Reason', cell: ({ last_error }) => last_error?.message ?? '–', width: 240 },
      ...(props.of.customer_id === undefined ? [customerColumn] : []),
      { name: 'Submitted', cell: ({ submitted_at }) => <Time at={submitted_at} />, width: 125 },
      { name: 'Decided', cell: ({ decided_at }) => <Time at={decided_at} />, width: 125 },
    ]}
  />
);
