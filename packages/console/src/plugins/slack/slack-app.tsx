import { useQueryClient } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { slackState, slackWorkspace } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { request, send } from '../../api.ts';
import { useAct } from '../../pending/use-act.ts';
import type { PlaceProps, SheetPartProps } from '../../plugin.ts';
import { useGet } from '../../session/use-get.ts';
import { AdminCard } from '../../ui/admin-card.tsx';
import { Button } from '../../ui/button.tsx';
import { RemoveButton } from '../../ui/confirm-button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormSheet } from '../../ui/form-sheet.tsx';
import { RowLine } from '../../ui/row-line.tsx';
import { componentTexts } from '../../ui/texts.ts';
import { slackTexts } from './texts.ts';

const texts = slackTexts.app;
const path = '/v1/slack';

/** The organisation's Slack app, without its secrets. */
export function SlackCard({ onOpen }: PlaceProps['waysToAsk']) {
  const act = useAct('slack');
  const { data } = useGet('slack', slackState, path);
  const workspace = data?.workspace ?? undefined;
  return (
    <AdminCard
      texts={texts}
      isEmpty={data?.workspace === null}
      end={
        <Button isSmall onClick={() => onOpen('slack')}>
          {texts.set}
        </Button>
      }
    >
      {workspace !== undefined && (
        <ul>
          <RowLine
            icon={MessageSquare}
            sub={texts.state(data?.people ?? 0)}
            end={
              <RemoveButton
                name={componentTexts.removeName(texts.title)}
                question={texts.askRemove}
                words={texts.removeWords}
                onYes={() => void act(() => send('DELETE', path), componentTexts.removed(texts.title))}
              />
            }
          >
            {visible(workspace.name)} <span className="dim">{visible(workspace.team)}</span>
          </RowLine>
        </ul>
      )}
    </AdminCard>
  );
}

/** The server checks the secrets with Slack before storing them, and never shows them again. */
export function SlackSheet({ onClose }: SheetPartProps) {
  const client = useQueryClient();
  const [botToken, setBotToken] = useState('');
  const [signingSecret, setSigningSecret] = useState('');
  const [requestUrl, setRequestUrl] = useState('');
  async function submit(): Promise<void> {
    const body = { botToken: botToken.trim(), signingSecret: signingSecret.trim() };
    setRequestUrl((await request(slackWorkspace, { method: 'PUT', path, body })).requestUrl);
    await client.invalidateQueries({ queryKey: ['slack'] });
  }
  return (
    <FormSheet
      title={texts.title}
      onClose={onClose}
      staysOpen
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
      {requestUrl !== '' && (
        <div className="field">
          <span className="label">{texts.requestUrl}</span>
          <CopyLine text={requestUrl} />
        </div>
      )}
    </FormSheet>
  );
}
