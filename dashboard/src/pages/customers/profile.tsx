import type { Customer, CustomerFeature } from '../../api/client.ts';
import { categoryText } from '../../texts/categories.ts';
import { filled, t } from '../../texts/texts.ts';
import { addressText, countryText, nameOf, words } from '../../texts/words.ts';
import type { Details } from '../../ui/header.tsx';
import { Go } from '../../ui/links.tsx';
import { Section } from '../../ui/page.tsx';
import { RequirementSteps } from '../../ui/requirement-steps.tsx';
import { CopyId, Day, Time } from '../../ui/values.tsx';

/** The profile of a customer. */
export const Profile = ({ customer }: { readonly customer: Customer }) => {
  const { verification, redaction, metadata } = customer;
  return (
    <div className="sections">
      <Section
        title={t.all.profile}
        details={{
          ...identityOf(customer),
          ...contactOf(customer),
          [t.all.reason]: customer.status_reason && words(customer.status_reason),
          [t.all.verificationLevel]: verification.level && words(verification.level),
          [t.all.verified]: verification.verified_at && <Time at={verification.verified_at} />,
          [t.customers.redaction]: redaction && words(redaction.status),
          [t.customers.redactionSince]: redaction && <Time at={redaction.since} />,
          [t.all.id]: <CopyId value={customer.id} name={t.all.customerId} />,
        }}
      />
      {Object.keys(metadata).length > 0 && <Section title={t.all.metadata} details={metadata} />}
    </div>
  );
};

/** The requirements that are missing until the customer can use the next feature that is for it. */
export const Missing = ({ features }: { readonly features: readonly CustomerFeature[] }) => {
  const next = features.find(
    ({ status, eligibility }) => status !== 'active' && eligibility === 'requirements_due',
  );
  return (
    next && (
      <Section
        title={filled(t.customers.missingFor, { feature: words(next.feature) })}
        actions={<Go to={`/customers/${next.customer_id}/features`}>{t.customers.features}</Go>}
      >
        <RequirementSteps requirements={next.requirements} />
      </Section>
    )
  );
};

/** The data that documents are compared with. */
export const Identity = ({ customer }: { readonly customer: Customer }) => (
  <Section
    title={t.all.profile}
    details={{
      [t.all.customer]: <Go to={`/customers/${customer.id}`}>{nameOf(customer)}</Go>,
      ...identityOf(customer),
      [t.all.address]: addressText(customer.address),
    }}
  />
);

const identityOf = (customer: Customer): Details => {
  if (customer.type === 'individual')
    return {
      [t.customers.firstName]: customer.first_name,
      [t.customers.middleName]: customer.middle_name,
      [t.customers.lastName]: customer.last_name,
      [t.customers.latinName]: latinText(customer.latin_name),
      [t.all.dateOfBirth]: customer.date_of_birth && <Day on={customer.date_of_birth} />,
      [t.all.nationality]: countryText(customer.nationality),
    };
  return {
    [t.customers.legalName]: customer.legal_name,
    [t.customers.latinName]: customer.latin_name?.legal_name,
    [t.customers.registrationNumber]: customer.registration_number,
    [t.all.countryOf]: countryText(customer.incorporation_country),
    [t.customers.legalForm]: customer.entity_type && words(customer.entity_type),
    [t.customers.industry]: categoryText(customer.industry_code),
    [t.customers.website]: customer.website,
    [t.customers.exemptFromListing]:
      customer.ownership_exemption && words(customer.ownership_exemption),
    [t.customers.ownersDeclared]: customer.owners_declared_at && (
      <Time at={customer.owners_declared_at} />
    ),
  };
};

const latinText = (name: Extract<Customer, { type: 'individual' }>['latin_name']): string | null =>
  name && [name.first_name, name.middle_name, name.last_name].filter(Boolean).join(' ');

const contactOf = ({ phone, address, external_id, tax_id_last4 }: Customer): Details => ({
  [t.customers.phoneNumber]: phone,
  [t.all.address]: addressText(address),
  [t.customers.externalId]: external_id,
  [t.all.taxIdEndsIn]: tax_id_last4,
});
