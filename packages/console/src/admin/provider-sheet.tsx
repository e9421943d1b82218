import { useState } from 'react';
import { send } from '../api.ts';
import { errorText } from '../format.ts';
import { adminTexts } from '../texts/admin.ts';
import { CopyLine } from '../ui/copy-line.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { FormSheet } from '../ui/form-sheet.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useToasts } from '../ui/toasts.tsx';

const texts = adminTexts.integrations.provider;

/** Who vouches for people. The server asks the provider before it keeps it; the secret is never shown again. */
export function ProviderSheet({ onClose }: { readonly onClose: () => void }) {
  const say = useToasts();
  const [issuer, setIssuer] = useState('');
  const [clientId, setClientId] = useState('');
  const [clientSecret, setClientSecret] = useState('');
  const [problem, setProblem] = useState('');
  const callback = `${location.origin}/v1/sign-in/callback`;
  async function submit(): Promise<void> {
    try {
      await send('PUT', '/v1/identity-provider', {
        issuer: issuer.trim(),
        clientId: clientId.trim(),
        clientSecret,
      });
      say({ text: texts.saved });
      onClose();
    } catch (error) {
      setProblem(errorText(error));
    }
  }
  return (
    <FormSheet
      title={texts.title}
      onClose={onClose}
      leave={adminTexts.cancel}
      save={texts.save}
      isIncomplete={[issuer, clientId, clientSecret].includes('')}
      onSubmit={submit}
    >
      <p className="prose">{texts.words}</p>
      <div className="field">
        <span className="label">{texts.callback}</span>
        <CopyLine text={callback} />
      </div>
      <TextField label={texts.issuer} type="url" value={issuer} onChange={setIssuer} />
      <TextField label={texts.clientId} value={clientId} onChange={setClientId} />
      <TextField label={texts.clientSecret} type="password" value={clientSecret} onChange={setClientSecret} />
      <ProblemNotice text={problem} />
    </FormSheet>
  );
}
