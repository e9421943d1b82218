import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { slackState, slackWorkspace } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, request, send } from '../api.ts';
import { errorText } from '../format.ts';
import { adminTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { CopyLine } from '../ui/copy-line.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { FormSheet } from '../ui/form-sheet.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { AdminCard } from '../ui/admin-card.tsx';
import { useAct } from '../pending/use-act.ts';

const texts = adminTexts.integrations.slack;

/** The organisation's Slack app, as far as anything of it is shown again. */
export function SlackCard({ onSet }: { readonly onSet: () => void }) {
  const act = useAct('slack');
  const { data } = useQuery({ queryKey: ['slack'], queryFn: () => get(slackState, '/v1/slack') });
  const workspace = data?.workspace ?? undefined;
  return (
    <AdminCard
      texts={texts}
      end={
        <Button isSmall onClick={onSet}>
          {texts.set}
        </Button>
      }
    >
      {data !== undefined && workspace === undefined && <p className="padded small dim">{texts.none}</p>}
      {workspace !== undefined && (
        <ul>
          <li className="row-line">
            <MessageSquare className="i dimmer" aria-hidden />
            <span className="min-w-0">
              {visible(workspace.name)} <span className="dim">{visible(workspace.team)}</span>
              <span className="sub">{texts.state(data?.people ?? 0)}</span>
            </span>
            <ConfirmButton
              isSmall
              kind="danger-quiet"
              label={adminTexts.integrations.remove}
              name={adminTexts.integrations.removeName(texts.title)}
              question={texts.askRemove}
              words={texts.removeWords}
              action={adminTexts.integrations.remove}
              onYes={() =>
                void act(() => send('DELETE', '/v1/slack'), adminTexts.integrations.removed(texts.title))
              }
            />
          </li>
        </ul>
      )}
    </AdminCard>
  );
}

/** The server asks Slack before it keeps the secrets, and never shows them again. */
export function SlackSheet({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const [botToken, setBotToken] = useState('');
  const [signingSecret, setSigningSecret] = useState('');
  const [requestUrl, setRequestUrl] = useState('');
  const [problem, setProblem] = useState('');
  async function submit(): Promise<void> {
    try {
      const body = { botToken: botToken.trim(), signingSecret: signingSecret.trim() };
      const saved = await request(slackWorkspace, { method: 'PUT', path: '/v1/slack', body });
      setRequestUrl(saved.requestUrl);
      setProblem('');
      await client.invalidateQueries({ queryKey: ['slack'] });
    } catch (error) {
      setProblem(errorText(error));
    }
  }
  return (
    <FormSheet
      title={texts.title}
      onClose={onClose}
      leave={adminTexts.close}
      save={texts.save}
      isIncomplete={[botToken, signingSecret].includes('')}
      onSubmit={submit}
    >
      <p className="prose">{texts.words}</p>
      <TextField label={texts.botToken} type="password" value={botToken} onChange={setBotToken} />
      <TextField
        label={texts.signingSecret}
        type="password"
        value={signingSecret}
        onChange={setSigningSecret}
      />
      <ProblemNotice text={problem} />
      {requestUrl !== '' && (
        <div className="field">
          <span className="label">{texts.requestUrl}</span>
          <CopyLine text={requestUrl} />
        </div>
      )}
    </FormSheet>
  );
}
