import type { Customer } from '../../api/client.ts';
import { addressText, nameOf, words } from '../../texts/words.ts';
import { type Details, Section } from '../../ui/page.tsx';
import { CopyId, Day, Go, Status, Time } from '../../ui/values.tsx';

/** Who a customer is, and the status of it. */
export const Profile = ({ customer }: { readonly customer: Customer }) => {
  const { verification, redaction, metadata } = customer;
  return (
    <>
      <Section
        title="Overview"
        details={{
          Status: <Status status={customer.status} />,
          Reason: customer.status_reason,
          Identity: <Status status={verification.status} />,
          'Verification level': verification.level && words(verification.level),
          Verified: <Time at={verification.verified_at} />,
          Redaction: redaction && words(redaction.status),
          'Redaction since': redaction && <Time at={redaction.since} />,
          Created: <Time at={customer.created_at} />,
          ID: <CopyId value={customer.id} name="Customer ID" />,
        }}
      />
      <Section title="Profile" details={{ ...identityOf(customer), ...contactOf(customer) }} />
      {Object.keys(metadata).length > 0 && <Section title="Metadata" details={metadata} />}
    </>
  );
};

/** What documents are compared with. */
export const Identity = ({ customer }: { readonly customer: Customer }) => (
  <Section
    title="Profile"
    details={{
      Customer: <Go to={`/customers/${customer.id}`}>{nameOf(customer)}</Go>,
      ...identityOf(customer),
      Address: addressText(customer.address),
    }}
  />
);

const identityOf = (customer: Customer): Details => {
  if (customer.type === 'individual')
    return {
      'First name': customer.first_name,
      'Middle name': customer.middle_name,
      'Last name': customer.last_name,
      'Date of birth': <Day on={customer.date_of_birth} />,
      Nationality: customer.nationality,
    };
  return {
    'Legal name': customer.legal_name,
    'Registration number': customer.registration_number,
    'Country of incorporation': customer.incorporation_country,
    'Legal form': customer.entity_type && words(customer.entity_type),
    Industry: customer.industry_code,
    Website: customer.website,
    'Exempt from listing owners': customer.ownership_exemption && words(customer.ownership_exemption),
    'Owners declared': <Time at={customer.owners_declared_at} />,
  };
};

const contactOf = ({ email, phone, address, external_id, tax_id_last4 }: Customer): Details => ({
  'E-mail address': email,
  'Phone number': phone,
  Address: addressText(address),
  'External ID': external_id,
  'Tax ID ends in': tax_id_last4,
});
