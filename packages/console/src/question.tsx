import { useCallback, useState } from 'preact/hooks';
import { AnswerForm } from './answer-form.tsx';
import { visible, type InboxItem } from './api.ts';
import { EditDiff } from './edit-diff.tsx';
import { useNow } from './live.ts';
import { PartList } from './verdict.tsx';
import { WholeText } from './whole-text.tsx';
import { lasting } from './words.ts';

export interface QuestionProps {
  readonly item: InboxItem;
  readonly onDone: (words: string) => void;
}

/** One question: who asks for what, why it is asked, what it does, and the answer. */
export function Question({ item, onDone }: QuestionProps) {
  const [seen, setSeen] = useState(false);
  const onSeen = useCallback(() => setSeen(true), []);
  const now = useNow();
  const { call, expiresAt } = item;
  return (
    <article class="question" aria-labelledby={`title-${item.id}`}>
      <h2 id={`title-${item.id}`}>
        {visible(call.host ?? 'An agent')} wants to use {visible(call.tool)}
      </h2>
      <p class="facts">
        {call.agent !== undefined && <span>agent {visible(call.agent.name)}</span>}
        {call.cwd !== undefined && <span>in {visible(call.cwd)}</span>}
        <span>asked {lasting(now - item.askedAt)} ago</span>
        {expiresAt !== undefined && <span>denied by itself in {lasting(expiresAt - now)}</span>}
      </p>
      {item.warnings.map((warning) => (
        <p class="warning" key={warning}>
          {warning}
        </p>
      ))}
      <WholeText input={call.input} onSeen={onSeen} />
      <EditDiff input={call.input} />
      <section class="two">
        <div>
          <h3>Why you are asked</h3>
          <p>{visible(item.message)}</p>
          <PartList parts={item.parts} />
        </div>
        <div>
          <h3>What it does</h3>
          <ul class="effects">
            {item.effects.map(({ words, lasting: forGood }) => (
              <li key={words} class={forGood ? 'lasting' : undefined}>
                {visible(words)}
                {forGood && ' (cannot be undone)'}
              </li>
            ))}
            {item.effects.length === 0 && <li>Nothing is known about it.</li>}
          </ul>
        </div>
      </section>
      <AnswerForm item={item} seen={seen} onDone={onDone} />
    </article>
  );
}
