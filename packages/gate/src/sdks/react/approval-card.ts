import { createElement as h, useId, useState, type ReactNode } from 'react';
import { fill } from '@permesso/engine/call';
import type { Approval } from '@permesso/protocol/approval';
import { effectLabel, isLasting, type PlainEffect, saferComment, visible } from '@permesso/protocol/text';
import { approvalCardEnglish, type ApprovalCardTexts } from '../../messages/approval-card.ts';
import { CallEditor } from './call-editor.ts';
import { useApprovalAnswer, type ApprovalAnswering, type CardAnswer } from './use-approval-answer.ts';

/** What an approval card shows, and where its answer goes. */
export interface ApprovalCardProps {
  readonly approval: Pick<Approval, 'request' | 'expiresAt'>;
  /** Your own route around `guard.answer`. Must reject if the answer was not delivered. */
  readonly send: (answer: CardAnswer) => Promise<unknown>;
  /** The agent's name for your users. */
  readonly agent?: string;
  /**
   * What this call does, in your users' language: `refund 200 € to anna`. Defaults to the call's own English title.
   */
  readonly does?: string;
  /** Defaults to English; `approvalCardGerman`, `approvalCardItalian`, or your own. */
  readonly texts?: ApprovalCardTexts;
  /** Added to `permesso-card`, which `@permesso/gate/react/card.css` styles. */
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
 * Shows what would happen, to what, why it asks, and the offered answers. Everything from the call is shown as text,
 * with invisible characters as codes. No button is focused automatically, and what cannot be undone is confirmed with
 * a second press.
 *
 * @example
 * ```tsx
 * import type { Approval } from '@permesso/gate';
 * import { ApprovalCard, type CardAnswer } from '@permesso/gate/react';
 * const send = (answer: CardAnswer) => fetch('/answer', { method: 'POST', body: JSON.stringify(answer) });
 * export const Request = ({ approval }: { approval: Approval }) => <ApprovalCard approval={approval} send={send} />;
 * ```
 */
export function ApprovalCard(props: ApprovalCardProps): ReactNode {
  const { approval, send, agent, texts = approvalCardEnglish, className } = props;
  const { call, decision, effects, summary, editable } = approval.request;
  const id = useId();
  const [comment, setComment] = useState('');
  const [input, setInput] = useState<CardInput>();
  const { state, answer } = useApprovalAnswer(send);
  const isOver = state !== 'open' && state !== 'failed';
  const lasting = isLasting({ effects });
  const result = resultOf[state];
  const does = props.does ?? summary?.title ?? call.tool;
  return h(
    'section',
    {
      className: ['permesso-card', className].filter(Boolean).join(' '),
      'aria-label': texts.label,
      'data-state': state,
      'data-lasting': lasting,
    },
    h('h2', null, fill(texts.title, { who: visible(agent ?? texts.agent), does: visible(does) })),
    h(CardNotes, { approval, texts }),
    h('dl', { 'aria-label': texts.input }, ...Object.entries(call.input).map(shownArgument)),
    hasHidden(call) ? h('p', { role: 'note' }, texts.hidden) : null,
    effects.length === 0
      ? null
      : h('ul', { 'aria-label': texts.effects }, ...effects.map((effect) => shownEffect(effect, texts))),
    h('p', null, visible(summary?.why ?? decision.message)),
    editable ? h(CallEditor, { input: call.input, texts, isOver, onChange: setInput }) : null,
    h('label', { htmlFor: `${id}-comment` }, texts.comment),
    h('input', {
      id: `${id}-comment`,
      value: comment,
      readOnly: isOver,
      onChange: ({ target }) => setComment((target as unknown as { readonly value: string }).value),
    }),
    h(CardButtons, { approval, texts, isOver, lasting, comment, input, answer }),
    h('p', { role: 'status' }, result === undefined ? '' : texts[result]),
  );
}

type CardInput = Readonly<Record<string, unknown>> | 'broken';

interface CardPart {
  readonly approval: ApprovalCardProps['approval'];
  readonly texts: ApprovalCardTexts;
}

/** Who asks, until when, and how much of a limit is used. */
function CardNotes({ approval: { request, expiresAt }, texts }: CardPart): ReactNode {
  const { call, decision } = request;
  const user = call.owner?.user;
  const notes = [
    ...(user === undefined ? [] : [fill(texts.askedFor, { user: visible(user) })]),
    ...(expiresAt === undefined
      ? []
      : [fill(texts.expires, { time: new Date(expiresAt).toLocaleTimeString([], { timeStyle: 'short' }) })]),
    ...(decision.receipt.limits ?? []).map(({ text, used = 0 }) =>
      fill(texts.limit, { limit: visible(text), used }),
    ),
  ];
  return notes.length === 0 ? null : h('p', { className: 'permesso-notes' }, notes.join(' · '));
}

interface ButtonsProps extends CardPart {
  readonly isOver: boolean;
  readonly lasting: boolean;
  readonly comment: string;
  readonly input: CardInput | undefined;
  readonly answer: ApprovalAnswering['answer'];
}

function CardButtons(props: ButtonsProps): ReactNode {
  const { approval, texts, isOver, lasting, comment, input, answer } = props;
  const { decision, scopes, summary } = approval.request;
  const [isAsked, setAsked] = useState(false);
  const offered = scopes.includes('session') && !lasting ? decision.suggestions.at(-1) : undefined;
  const isBlocked = isOver || input === 'broken';
  const button = (name: string, kind: string, onPress: () => void): ReactNode =>
    // Not `disabled`, which would take the focus from the person who has just pressed it.
    h(
      'button',
      {
        key: kind,
        type: 'button',
        'data-kind': kind,
        'aria-disabled': kind === 'deny' ? isOver : isBlocked,
        // A double click counts as one press.
        onClick: ({ detail }) => detail < 2 && !(isBlocked && kind !== 'deny') && onPress(),
      },
      name,
    );
  const allow = (more: object = {}): void =>
    answer({ verdict: 'allow', ...(typeof input === 'object' ? { input } : {}), ...more });
  const deny = (said: string): void => answer({ verdict: 'deny', ...(said === '' ? {} : { comment: said }) });
  const safer = summary?.safer;
  return h(
    'div',
    { role: 'group', 'aria-label': texts.label },
    safer === undefined
      ? null
      : button(fill(texts.safer, { call: visible(safer.call) }), 'safer', () => deny(saferComment(safer))),
    button(texts.deny, 'deny', () => deny(comment)),
    offered === undefined
      ? null
      : button(fill(texts.allowRules, { rules: offered.rules.map(visible).join(', ') }), 'rules', () =>
          allow({ scope: 'session', rules: offered.rules }),
        ),
    button(isAsked ? texts.confirm : texts.allowOnce, 'allow', () =>
      lasting && !isAsked ? setAsked(true) : allow(),
    ),
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

function shownEffect({ does, words, lasting }: PlainEffect, texts: ApprovalCardTexts): ReactNode {
  const { label, rest } = effectLabel(visible(words));
  return h(
    'li',
    { key: words, 'data-does': does, 'data-lasting': lasting },
    h('b', null, label),
    ` ${rest}`,
    lasting ? h('em', null, texts.lasting) : null,
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
