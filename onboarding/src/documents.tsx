import { useEffect, useId, useState } from 'react';
import { documentContentTypes, sidesOf } from '../../functions/identity/documents/states.ts';
import type { ProofCode } from '../../functions/identity/verifications/errors.ts';
import type { Document, DocumentType, Picture, Requirement } from './api.ts';
import { newKey } from './browser.ts';
import { withTrueType } from './file-type.ts';
import { useFollow } from './follow.ts';
import { isStale, type Shared } from './page.ts';
import { Button, ChoiceField, Problem } from './parts.tsx';
import { personName } from './persons.tsx';
import { filled } from './texts/filled.ts';
import { errorText } from './texts/language.ts';

/** A file that this tab sent, and that was accepted. */
export type SentFile = {
  readonly type: DocumentType;
  readonly side: Document['side'];
  readonly personId: string | null;
};

/** The files that were sent, with another; one that was sent again is there once. */
export const withFile = (sent: readonly SentFile[], file: SentFile): readonly SentFile[] => [
  ...sent.filter((one) => keyOf(one) !== keyOf(file)),
  file,
];

const keyOf = ({ type, side, personId }: SentFile): string => [type, side, personId].join();

type Sending = { readonly onSent: (file: SentFile) => void };

/** The documents that are asked, one of each side at a time, and those that were sent. */
export const Documents = (shared: Shared & Sending & { readonly sent: readonly SentFile[] }) => {
  const { texts, state, sent } = shared;
  const asked = state.requirements.currently_due.filter(({ code }) => proofOf(code) !== undefined);
  const checked = state.requirements.pending_verification.length > 0;
  if (asked.length + sent.length === 0 && !checked) return null;
  return (
    <section aria-labelledby="documents">
      <h2 id="documents">{texts.documents}</h2>
      {asked.map((requirement) => (
        <Proof
          key={`${requirement.code} ${sideOf(requirement)}`}
          requirement={requirement}
          {...shared}
        />
      ))}
      {checked && <Waiting {...shared} />}
      {sent.length > 0 && <Sent {...shared} />}
    </section>
  );
};

/**
 * The proof that a requirement asks for, and of which person; undefined where it asks for no
 * document.
 */
const proofOf = (
  code: string,
): { readonly proof: ProofCode; readonly personId: string | null } | undefined => {
  const [, personId = null, proof] = /^(?:persons\.([^.]+)\.)?(document\..+)$/.exec(code) ?? [];
  return proof === undefined ? undefined : { proof: proof as ProofCode, personId };
};

const headingOf = ({ texts, state }: Shared, code: string): string => {
  const { proof, personId } = proofOf(code) ?? {};
  const person = state.persons.find(({ id }) => id === personId);
  if (!proof) return '';
  if (!person || proof === 'document.company_registration') return texts.proofs[proof];
  return filled(texts.proofsOf[proof], { name: personName(person) });
};

/**
 * The types of documents for a proof where the requirement names an earlier upload, which is not
 * finished.
 */
const choices: Readonly<Record<ProofCode, readonly DocumentType[]>> = {
  'document.government_id': ['passport', 'national_id', 'drivers_license', 'residence_permit'],
  'document.selfie': ['selfie'],
  'document.proof_of_address': ['proof_of_address'],
  'document.company_registration': ['company_registration'],
};

type Choice = { readonly type: DocumentType; readonly side: Document['side'] };

const choicesOf = ({ code, resolve_with, alternatives }: Requirement): Choice[] => {
  const calls = [resolve_with, ...alternatives].filter((call) => call?.method === 'POST');
  const named = calls.map(
    (call) => ({ type: call?.body?.type, side: call?.body?.side ?? null }) as Choice,
  );
  const choicesAgain = choices[proofOf(code)?.proof ?? 'document.selfie'].map((type) => ({
    type,
    side: sidesOf[type][0] ?? null,
  }));
  return named.length > 0 ? named : choicesAgain;
};

const sideOf = (requirement: Requirement) => choicesOf(requirement)[0]?.side;

const Sent = ({ texts, state, sent }: Shared & { readonly sent: readonly SentFile[] }) => {
  const textOf = ({ type, side, personId }: SentFile): string => {
    const person = state.persons.find(({ id }) => id === personId);
    const parts = [texts.types[type], ...(side && type !== 'passport' ? [texts.sides[side]] : [])];
    return [...parts, ...(person ? [personName(person)] : [])].join(', ');
  };
  return (
    <>
      <h3>{texts.sent}</h3>
      <ul className="sent">
        {sent.map((file) => (
          <li key={keyOf(file)}>{textOf(file)}</li>
        ))}
      </ul>
    </>
  );
};

const Proof = ({
  requirement,
  ...shared
}: Shared & Sending & { readonly requirement: Requirement }) => {
  const { api, texts, onState, onStale, onSent } = shared;
  const { proof, personId = null } = proofOf(requirement.code) ?? {};
  const offered = choicesOf(requirement);
  const [type, setType] = useState(offered[0]?.type);
  const [picture, setPicture] = useState<Pick<Picture, 'file' | 'idempotencyKey'> | null>(null);
  const [step, setStep] = useState<'idle' | 'uploading' | 'checking'>('idle');
  const [failed, setFailed] = useState<string | null>(null);
  const id = useId();
  const choice = offered.find((one) => one.type === type) ?? offered[0];
  if (!choice) return null;
  const choose = async (chosen: File) => {
    const file = chosen.size <= file_bytes_max ? await withTrueType(chosen) : undefined;
    setFailed(file ? null : texts.errors.file);
    setPicture(file ? { file, idempotencyKey: newKey() } : null);
  };
  const send = async (file: Pick<Picture, 'file' | 'idempotencyKey'>) => {
    setStep('uploading');
    setFailed(null);
    try {
      const announced = await api.send({ ...file, ...choice, personId });
      setStep('checking');
      const { status, status_reason } = await checked(() => api.document(announced.id));
      if (status !== 'accepted') {
        setPicture(null);
        setFailed(status_reason ? texts.rejections[status_reason] : texts.errors.other);
      } else {
        const next = await api.read();
        onSent({ ...choice, personId });
        onState(next, texts.accepted);
      }
    } catch (error) {
      if (isStale(error)) onStale();
      else setFailed(errorText(texts, error));
    }
    setStep('idle');
  };
  const isSelfie = proof === 'document.selfie';
  return (
    <div className="proof">
      <h3>{headingOf(shared, requirement.code)}</h3>
      {offered.length > 1 && (
        <ChoiceField
          {...{ id, label: texts.kind, value: choice.type }}
          options={offered.map((one) => [one.type, texts.types[one.type]])}
          onChange={(value) => {
            setType(value as DocumentType);
            setPicture(null);
          }}
        />
      )}
      {choice.side && choice.type !== 'passport' && (
        <p>
          {texts.types[choice.type]}, {texts.sides[choice.side]}
        </p>
      )}
      <p className="hint">{isSelfie ? texts.selfieHint : texts.fileHint}</p>
      {failed !== null && <Problem text={failed} />}
      <div className="pickers">
        <Picker
          label={isSelfie ? texts.takeSelfie : texts.takePhoto}
          accept="image/*"
          capture={isSelfie ? 'user' : 'environment'}
          onFile={choose}
        />
        <Picker label={texts.chooseFile} accept={acceptedFiles} onFile={choose} />
      </div>
      {picture && <Preview texts={texts} file={picture.file} />}
      {picture && (
        <Button busy={step !== 'idle'} onPress={() => send(picture)}>
          {step === 'idle' ? texts.upload : step === 'uploading' ? texts.uploading : texts.checking}
        </Button>
      )}
      <p className="said" role="status">
        {step === 'uploading' ? texts.uploading : step === 'checking' ? texts.checking : ''}
      </p>
    </div>
  );
};

/** Some systems know a picture of a phone by its name alone. */
const acceptedFiles = [...documentContentTypes, '.heic', '.heif'].join(',');

/** As the API. */
const file_bytes_max = 15_000_000;

const look_ms = 1_000;

/** The document once its bytes were inspected. */
const checked = async (read: () => Promise<Document>): Promise<Document> => {
  for (;;) {
    const document = await read();
    if (document.status !== 'awaiting_upload' && document.status !== 'processing') return document;
    await new Promise((wait) => setTimeout(wait, look_ms));
  }
};

/** A button that opens the camera or the files. */
const Picker = (props: {
  readonly label: string;
  readonly accept: string;
  readonly capture?: 'user' | 'environment';
  readonly onFile: (file: File) => void;
}) => {
  const { label, accept, capture, onFile } = props;
  return (
    <label className="picker">
      <input
        type="file"
        accept={accept}
        capture={capture}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      {label}
    </label>
  );
};

const Preview = ({ texts, file }: Pick<Shared, 'texts'> & { readonly file: File }) => {
  const [url, setUrl] = useState<string>();
  const [shown, setShown] = useState(file.type.startsWith('image/'));
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    setShown(file.type.startsWith('image/'));
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <>
      <p>{filled(texts.chosen, { name: file.name })}</p>
      {shown && url && (
        // Browsers do not show every kind of picture.
        <img
          src={url}
          alt={filled(texts.preview, { name: file.name })}
          onError={() => setShown(false)}
        />
      )}
    </>
  );
};

/** Something that was sent before is still being inspected. */
const Waiting = ({ api, texts, onState, onStale }: Shared) => {
  useFollow(true, () => api.read().then((next) => onState(next), onStale));
  return <p>{texts.checking}</p>;
};
