import { useState } from 'react';
import { type VerificationErrorCode, verificationErrors } from '../../../../functions/verifications/errors.ts';
import type { Verification } from '../../api/client.ts';
import { words } from '../../texts/words.ts';
import { ChoiceField } from '../../ui/form.tsx';
import { optionsOf, Simulate } from './simulate.tsx';

const outcomes = ['verified', ...(Object.keys(verificationErrors) as VerificationErrorCode[])] as const;

/** Decides a verification that waits, as a verifier would. */
export const SimulateDecision = ({ verification }: { readonly verification: Verification }) => {
  const [chosen, setChosen] = useState<(typeof outcomes)[number]>('verified');
  return (
    <Simulate
      route="simulations.verification"
      name="Simulate decision"
      input={
        chosen === 'verified' ? { outcome: chosen } : { outcome: verificationErrors[chosen].leads_to, code: chosen }
      }
      send={(api, body, idempotencyKey) =>
        api.simulations.verification({ params: { verification_id: verification.id }, body, idempotencyKey })
      }
      success={({ status }) => `Decision simulated: ${words(status).toLowerCase()}.`}
    >
      <ChoiceField
        label="Decision"
        value={chosen}
        options={optionsOf(outcomes, (one) => (one === 'verified' ? 'Verified' : verificationErrors[one].message))}
        onChange={setChosen}
      />
    </Simulate>
  );
};
