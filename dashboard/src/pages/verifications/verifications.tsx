import { words } from '../../texts/words.ts';
import { customerFilter, listOf } from '../../ui/filters.tsx';
import { customerColumn, statusColumn } from '../../ui/list-table.tsx';
import { Go, Time } from '../../ui/values.tsx';

const changing_ms = 3_000;

/** Every verification of the business, and those of one customer. */
export const { Component, Table: VerificationTable } = listOf({
  title: 'Verifications',
  route: 'verifications.list-all',
  filters: [
    { name: 'status', label: 'Status', options: ['requires_input', 'processing', 'verified', 'rejected', 'canceled'] },
    customerFilter,
  ],
  follow: (items) => (items.some(({ status }) => status === 'processing') ? changing_ms : false),
  empty: 'No verifications yet',
  columns: [
    { name: 'Level', cell: ({ id, level }) => <Go to={`/verifications/${id}`}>{words(level)}</Go>, width: 120 },
    statusColumn,
    { name: 'Reason', cell: ({ last_error }) => last_error?.message ?? '–', width: 240 },
    customerColumn,
    { name: 'Submitted', cell: ({ submitted_at }) => <Time at={submitted_at} />, width: 125 },
    { name: 'Decided', cell: ({ decided_at }) => <Time at={decided_at} />, width: 125 },
  ],
});
