import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import type { Customer } from '../../api/objects.ts';
import { words } from '../../texts/words.ts';
import { CopyId } from '../../ui/copy.tsx';
import { Facts, Section } from '../../ui/details.tsx';
import { Status } from '../../ui/status.tsx';
import { Day, Time } from '../../ui/time.tsx';

/** Who a customer is, and where it stands. */
export const Profile = ({ customer }: { readonly customer: Customer }) => {
  const { verification } = customer;
  const metadata = Object.entries(customer.metadata);
  return (
    <SpaceBetween size="l">
      <Section title="Overview">
        <Facts
          facts={[
            ['Status', <Status key="status" status={customer.status} />],
            ['Reason', customer.status_reason],
            ['Identity', <Status key="identity" status={verification.status} />],
            ['Verification level', verification.level && words(verification.level)],
            ['Verified', <Time key="verified" at={verification.verified_at} />],
            ['Redaction', customer.redaction && words(customer.redaction.status)],
            ['Redaction since', customer.redaction && <Time key="redacted" at={customer.redaction.since} />],
            ['Created', <Time key="made" at={customer.created_at} />],
            ['ID', <CopyId key="id" value={customer.id} name="Customer ID" />],
          ]}
        />
      </Section>
      <Section title="Profile">
        <Facts facts={[...identityOf(customer), ...contactOf(customer)]} />
      </Section>
      {metadata.length > 0 && (
        <Section title="Metadata">
          <Facts facts={metadata} />
        </Section>
      )}
    </SpaceBetween>
  );
};

type Fact = readonly [string, ReactNode];

const identityOf = (customer: Customer): Fact[] => {
  if (customer.type === 'individual')
    return [
      ['First name', customer.first_name],
      ['Middle name', customer.middle_name],
      ['Last name', customer.last_name],
      ['Date of birth', <Day key="birth" on={customer.date_of_birth} />],
      ['Nationality', customer.nationality],
    ];
  const { representative } = customer;
  return [
    ['Legal name', customer.legal_name],
    ['Registration number', customer.registration_number],
    ['Country of incorporation', customer.incorporation_country],
    [
      'Representative',
      representative && [representative.first_name, representative.last_name].filter(Boolean).join(' '),
    ],
    ['Date of birth of the representative', representative && <Day key="birth" on={representative.date_of_birth} />],
    ['Nationality of the representative', representative?.nationality],
    ['Address of the representative', representative && addressInWords(representative.address)],
  ];
};

const contactOf = ({ email, phone, address, external_id, tax_id_last4 }: Customer): Fact[] => [
  ['E-mail address', email],
  ['Phone number', phone],
  ['Address', addressInWords(address)],
  ['External ID', external_id],
  ['Tax ID ends in', tax_id_last4],
];

/** An address in one line. */
export const addressInWords = (address: Customer['address']): string | null => {
  if (!address) return null;
  const { line1, line2, city, state, postal_code, country } = address;
  return [line1, line2, city, state, postal_code, country].filter(Boolean).join(', ');
};
