import { useState, type FormEvent } from 'react';
import { send } from '../api.ts';
import { errorText } from '../format.ts';
import { adminTexts } from '../texts/admin.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Sheet } from '../ui/sheet.tsx';
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
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
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
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <div className="end">
          <Button onClick={onClose}>{adminTexts.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            form="provider-form"
            disabled={[issuer, clientId, clientSecret].includes('')}
          >
            {texts.save}
          </Button>
        </div>
      }
    >
      <form id="provider-form" className="sheet-form" onSubmit={(event) => void submit(event)}>
        <p className="prose">{texts.words}</p>
        <div className="field">
          <span className="label">{texts.callback}</span>
          <div className="copy-line">
            <code className="cut">{callback}</code>
            <CopyButton text={callback} />
          </div>
        </div>
        <TextField label={texts.issuer} type="url" value={issuer} onChange={setIssuer} />
        <TextField label={texts.clientId} value={clientId} onChange={setClientId} />
        <TextField
          label={texts.clientSecret}
          type="password"
          value={clientSecret}
          onChange={setClientSecret}
        />
        <ProblemNotice text={problem} />
      </form>
    </Sheet>
  );
}
