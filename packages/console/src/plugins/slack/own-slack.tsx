import { useSearch } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { type OwnSlack as OwnSlackState, ownSlack } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { send } from '../../api.ts';
import { useGet } from '../../session/use-get.ts';
import { errorText } from '../../format.ts';
import { slackTexts } from './texts.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

const texts = slackTexts.own;

interface Wanted {
  readonly team: string;
  readonly user: string;
  readonly name: string;
  readonly code?: string;
}

/** The signed-in person's Slack user. Slack or the e-mail address proposes it; only this button confirms it. */
export function OwnSlack() {
  const { slack = '' }: { readonly slack?: string } = useSearch({ strict: false });
  const [problem, setProblem] = useState('');
  const { data, refetch } = useGet('own-slack', ownSlack, { path: '/v1/me/slack', staleTime: 60_000 });
  async function act(method: 'PUT' | 'DELETE', body?: object): Promise<void> {
    try {
      await send(method, '/v1/me/slack', body);
      setProblem('');
    } catch (failed) {
      setProblem(errorText(failed));
    }
    await refetch();
  }
  if (data === undefined || data.workspace === null) return null;
  const { linked, workspace } = data;
  const wanted = linked === null ? wantedFrom(slack, data) : undefined;
  if (wanted === undefined && (linked === null || slack === '') && problem === '') return null;
  return (
    <section className="section beside" aria-label={texts.label}>
      <h2>{texts.title}</h2>
      <ul className="list-card remembered">
        <li>
          <MessageSquare className="i dimmer" aria-hidden />
          <span className="what">
            {wanted !== undefined && texts.words(visible(wanted.name), visible(workspace.name))}
            {linked !== null && texts.linked(visible(linked.user))}
          </span>
          <span className="acts">
            {wanted !== undefined && (
              <Button isSmall onClick={() => void act('PUT', linkBody(wanted))}>
                {texts.confirm}
              </Button>
            )}
            {linked !== null && (
              <Button isSmall kind="danger-quiet" onClick={() => void act('DELETE')}>
                {texts.remove}
              </Button>
            )}
          </span>
        </li>
      </ul>
      <ProblemNotice text={problem} />
    </section>
  );
}

/** Slack's own statement about who pressed a button outranks a guess by e-mail address. */
function wantedFrom(fromSlack: string, { proposed }: OwnSlackState): Wanted | undefined {
  const [team, user, code] = fromSlack.split('.');
  if (team !== undefined && user !== undefined && code !== undefined) return { team, user, code, name: user };
  return proposed === null ? undefined : { ...proposed, name: `${proposed.name} (${proposed.user})` };
}

function linkBody({ team, user, code }: Wanted): object {
  return { team, user, ...(code === undefined ? {} : { code }) };
}
