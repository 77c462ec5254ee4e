import { httpHandler } from '../../core/http/handler.ts';
import { getEvidence } from './routes.ts';
import { readVerification } from './table.ts';

export const handler = httpHandler(getEvidence, {}, async ({ caller, params, db, respond }) => {
  const { checks, submitted_at } = await readVerification(
    db,
    caller.tenant_id,
    params.verification_id,
  );
  const current = checks.filter(({ submission }) => submission === submitted_at);
  return respond({
    checks: current.map(({ subject_id, provider, reference, evidence, latin_name }) => ({
      subject_id,
      provider,
      reference,
      latin_name,
      evidence: evidence && {
        ...evidence,
        fields: [...evidence.fields],
        reasons: [...evidence.reasons],
      },
    })),
  });
});
