import { awsVerifier } from '../../../../functions/identity/verifiers/aws/verifier.ts';
import { chosenVerifier } from '../../../../functions/identity/verifiers/chosen.ts';
import { analysisThatReads } from '../../../helpers/fixtures/document-analysis.ts';
import { passportZone } from '../../../helpers/fixtures/zones.ts';
import { identityVerifierContract } from '../../../helpers/identity-verifier-contract.ts';

for (const name of ['simulator', 'review'])
  identityVerifierContract(name, () => ({ verifier: chosenVerifier(name), stored: () => '' }));

identityVerifierContract('aws', () => ({
  verifier: awsVerifier(analysisThatReads(passportZone())),
  stored: () => '',
}));
