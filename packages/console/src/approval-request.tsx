import { useCallback, useState } from 'preact/hooks';
import { AnswerForm } from './answer-form.tsx';
import { AroundQuestion } from './request-context.tsx';
import { visible } from '@permesso/protocol/text/show-text';
import type { InboxItem } from '@permesso/protocol/console/inbox';
import { CallPicture } from './call-picture.tsx';
import { EditDiff } from './edit-diff.tsx';
import { Effects } from './effects.tsx';
import { useNow } from './live.ts';
import { PartList } from './verdict.tsx';
import { FullText } from './full-text.tsx';
import { durationText } from './format.ts';

export interface ApprovalRequestViewProps {
  readonly item: InboxItem;
  readonly onDone: (words: string) => void;
}

/** One question: who asks for what, why it is asked, what it does, and the answer. */
export function ApprovalRequestView({ item, onDone }: ApprovalRequestViewProps) {
  const [seen, setSeen] = useState(false);
  const onSeen = useCallback(() => setSeen(true), []);
  const now = useNow();
  const { call, expiresAt, team } = item;
  return (
    <article class="question" aria-labelledby={`title-${item.id}`}>
      <h2 id={`title-${item.id}`}>
        {visible(call.host ?? 'An agent')} wants to use {visible(call.tool)}
      </h2>
      <p class="facts">
        {team !== undefined && <span>agent {visible(team.agent)}</span>}
        {team !== undefined && <span>project {visible(team.project)}</span>}
        {call.agent !== undefined && <span>agent {visible(call.agent.name)}</span>}
        {call.cwd !== undefined && <span>in {visible(call.cwd)}</span>}
        {call.session !== undefined && <span>session {visible(call.session)}</span>}
      </p>
      <p class="times">
        <span>asked {durationText(now - item.askedAt)} ago</span>
        {expiresAt !== undefined && <span>denied by itself in {durationText(expiresAt - now)}</span>}
      </p>
      {item.warnings.map((warning) => (
        <p class="warning" key={warning}>
          {warning}
        </p>
      ))}
      <FullText input={call.input} onSeen={onSeen} />
      <EditDiff input={call.input} />
      <section class="two">
        <div>
          <h3>Why you are asked</h3>
          <p>{visible(item.message)}</p>
          {item.parts.length > 1 && isDrawn(call.input) && (
            <CallPicture text={call.input['command']} parts={item.parts} />
          )}
          <PartList parts={item.parts} />
        </div>
        <div>
          <h3>What it does</h3>
          <Effects effects={item.effects} />
        </div>
      </section>
      {team !== undefined && <AroundQuestion team={team} />}
      {team?.whyNot === undefined && <AnswerForm item={item} seen={seen} onDone={onDone} />}
    </article>
  );
}

/** A command that fits a picture; a longer one stands above in full, and its parts below. */
function isDrawn(input: Readonly<Record<string, unknown>>): input is { readonly command: string } {
  const { command } = input;
  return typeof command === 'string' && command.length <= 2000 && command.split('\n').length <= 12;
}
