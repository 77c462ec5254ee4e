import { chosenVerifier } from '../../../functions/verifiers/chosen.ts';
import { identityVerifierContract } from '../../helpers/identity-verifier-contract.ts';

for (const name of ['simulator', 'review'])
  identityVerifierContract(name, () => ({ verifier: chosenVerifier(name), stored: () => '' }));
