import { createElement as h, useId, useState, type ReactNode } from 'react';
import { fill } from '@permesso/engine/call';
import type { Approval } from '@permesso/protocol/approval';
import { visible } from '@permesso/protocol/text';
import { approvalCardEnglish, type ApprovalCardTexts } from '../../messages/approval-card.ts';
import { useApprovalAnswer, type ApprovalAnswering, type CardAnswer } from './use-approval-answer.ts';

/**
 * What an approval card shows, and where its answer goes.
 *
 * @example
 * ```tsx
 * import { ApprovalCard, approvalCardGerman, type ApprovalCardProps } from '@permesso/gate/react';
 * export const GermanCard = (props: ApprovalCardProps) => <ApprovalCard {...props} texts={approvalCardGerman} />;
 * ```
 */
export interface ApprovalCardProps {
  readonly approval: Pick<Approval, 'request'>;
  /** Your own route around `guard.answer`. Rejects where the answer did not arrive. */
  readonly send: (answer: CardAnswer) => Promise<unknown>;
  /** English when absent; `approvalCardGerman`, `approvalCardItalian`, or your own. */
  readonly texts?: ApprovalCardTexts;
  /** For your own style sheet; the card has no look of its own. */
  readonly className?: string;
}

const resultOf: { readonly [S in ApprovalAnswering['state']]: keyof ApprovalCardTexts | undefined } = {
  open: undefined,
  sending: 'sending',
  allowed: 'allowed',
  denied: 'denied',
  failed: 'failed',
};

/**
 * What is asked, why, what it would do, and the answers that were offered. Everything that comes from the call is shown as text, with
 * characters that cannot be seen as codes. No button has the focus on its own, so no key in flight answers.
 *
 * @example
 * ```tsx
 * import type { Approval } from '@permesso/gate';
 * import { ApprovalCard, type CardAnswer } from '@permesso/gate/react';
 * const send = (answer: CardAnswer) => fetch('/answer', { method: 'POST', body: JSON.stringify(answer) });
 * export const Request = ({ approval }: { approval: Approval }) => <ApprovalCard approval={approval} send={send} />;
 * ```
 */
export function ApprovalCard({
  approval,
  send,
  texts = approvalCardEnglish,
  className,
}: ApprovalCardProps): ReactNode {
  const { call, decision, effects, scopes } = approval.request;
  const id = useId();
  const [comment, setComment] = useState('');
  const { state, answer } = useApprovalAnswer(send);
  const isOver = state !== 'open' && state !== 'failed';
  const offered = scopes.includes('session') ? decision.suggestions.at(-1) : undefined;
  const button = (name: string, given: CardAnswer): ReactNode =>
    // Not `disabled`, which would drop the focus of the person who has just pressed it.
    h('button', { key: name, type: 'button', 'aria-disabled': isOver, onClick: () => answer(given) }, name);
  const result = resultOf[state];
  return h(
    'section',
    { className, 'aria-label': texts.label },
    h('h2', null, fill(texts.title, { tool: visible(call.tool) })),
    h('dl', { 'aria-label': texts.input }, ...Object.entries(call.input).map(shownArgument)),
    hasHidden(call) ? h('p', { role: 'note' }, texts.hidden) : null,
    h('p', null, visible(decision.message)),
    effects.length === 0
      ? null
      : h(
          'ul',
          { 'aria-label': texts.effects },
          ...effects.map(({ words }) => h('li', { key: words }, visible(words))),
        ),
    h('label', { htmlFor: `${id}-comment` }, texts.comment),
    h('input', {
      id: `${id}-comment`,
      value: comment,
      readOnly: isOver,
      onChange: ({ target }) => setComment((target as unknown as { readonly value: string }).value),
    }),
    h(
      'div',
      { role: 'group', 'aria-label': texts.label },
      button(texts.allowOnce, { verdict: 'allow' }),
      offered === undefined
        ? null
        : button(fill(texts.allowRules, { rules: offered.rules.map(visible).join(', ') }), {
            verdict: 'allow',
            scope: 'session',
            rules: offered.rules,
          }),
      button(texts.deny, { verdict: 'deny', ...(comment === '' ? {} : { comment }) }),
    ),
    h('p', { role: 'status' }, result === undefined ? '' : texts[result]),
  );
}

function shownArgument([name, value]: readonly [string, unknown]): ReactNode {
  return h(
    'div',
    { key: name },
    h('dt', null, visible(name)),
    h('dd', null, h('bdi', null, visible(textOf(value)))),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 1) ?? String(value));
}

function hasHidden({ input }: Approval['request']['call']): boolean {
  return Object.entries(input).some(([name, value]) =>
    [name, textOf(value)].some((text) => visible(text) !== text),
  );
}
