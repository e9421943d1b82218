import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PendingChange, send } from '../api.ts';
import { errorText } from '../format.ts';
import { identityTexts } from './identity-texts.ts';
import { CopyLine } from '../ui/copy-line.tsx';
import { FormSheet } from '../ui/form-sheet.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { pendingKey } from '../pending/pending-query.ts';
import { saidOf } from '../pending/use-act.ts';
import { groupRolesKey, useGroupRoles } from './group-roles-query.ts';

const texts = identityTexts.provider;

interface ProviderDraft {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly claim: string;
  readonly scope: string;
}

/** The form shows the known values: saving without the claim would stop group sync. */
function useProviderDraft() {
  const { data, error } = useGroupRoles();
  const [typed, setTyped] = useState<Partial<ProviderDraft>>({});
  const { issuer = '', claim = '', scope = null } = data?.signIn ?? {};
  const draft: ProviderDraft = {
    issuer,
    clientId: '',
    clientSecret: '',
    claim,
    scope: scope ?? '',
    ...typed,
  };
  return {
    draft,
    set: (part: Partial<ProviderDraft>): void => setTyped((now) => ({ ...now, ...part })),
    isComplete: data !== undefined && ![draft.issuer, draft.clientId, draft.clientSecret].includes(''),
    problem: error === null ? '' : errorText(error),
  };
}

/** The identity provider. The server checks with it before saving; the secret is never shown again. */
export function ProviderSheet({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const say = useToasts();
  const { draft, set, isComplete, problem } = useProviderDraft();
  const callback = `${location.origin}/v1/sign-in/callback`;
  async function submit(): Promise<void> {
    try {
      await send('PUT', '/v1/identity-provider', providerBody(draft));
      say({ text: texts.saved });
    } catch (error) {
      if (!(error instanceof PendingChange)) throw error;
      say(saidOf(error));
    }
    for (const key of [groupRolesKey, pendingKey]) await client.invalidateQueries({ queryKey: [key] });
    onClose();
  }
  return (
    <FormSheet
      title={texts.title}
      onClose={onClose}
      save={texts.save}
      isIncomplete={!isComplete}
      onSubmit={submit}
    >
      <p className="prose">{texts.words}</p>
      <div className="field">
        <span className="label">{texts.callback}</span>
        <CopyLine text={callback} />
      </div>
      <TextField
        label={texts.issuer}
        type="url"
        value={draft.issuer}
        hint={texts.issuerHint}
        onChange={(issuer) => set({ issuer })}
      />
      <TextField label={texts.clientId} value={draft.clientId} onChange={(clientId) => set({ clientId })} />
      <TextField
        label={texts.clientSecret}
        type="password"
        value={draft.clientSecret}
        onChange={(clientSecret) => set({ clientSecret })}
      />
      <TextField
        label={texts.claim}
        value={draft.claim}
        hint={texts.claimHint}
        onChange={(claim) => set({ claim })}
      />
      {draft.claim.trim() !== '' && (
        <TextField
          label={texts.scope}
          value={draft.scope}
          hint={texts.scopeHint}
          onChange={(scope) => set({ scope })}
        />
      )}
      <ProblemNotice text={problem} />
    </FormSheet>
  );
}

function providerBody({ issuer, clientId, clientSecret, claim, scope }: ProviderDraft): object {
  const named = { claim: claim.trim(), ...(scope.trim() === '' ? {} : { scope: scope.trim() }) };
  return {
    issuer: issuer.trim(),
    clientId: clientId.trim(),
    clientSecret,
    ...(named.claim === '' ? {} : { groups: named }),
  };
}
