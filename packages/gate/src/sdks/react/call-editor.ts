import { parseJson } from '@permesso/engine/call';
import { createElement as h, useId, useState, type ReactNode } from 'react';
import type { ApprovalCardTexts } from '../../messages/approval-card.ts';

type Input = Readonly<Record<string, unknown>>;

interface CallEditorProps {
  readonly input: Input;
  readonly texts: ApprovalCardTexts;
  readonly isOver: boolean;
  /** The input to run instead; undefined if unchanged, `broken` if it is not an object. */
  readonly onChange: (input: Input | 'broken' | undefined) => void;
}

/** The arguments as JSON, editable before they run. The server decides the changed call again. */
export function CallEditor({ input, texts, isOver, onChange }: CallEditorProps): ReactNode {
  const id = useId();
  const whole = JSON.stringify(input, undefined, 2);
  const [text, setText] = useState(whole);
  const isBroken = readInput(text) === undefined;
  return h(
    'details',
    null,
    h('summary', null, texts.edit),
    h('label', { htmlFor: id }, texts.editLabel),
    h('textarea', {
      id,
      value: text,
      rows: Math.min(12, whole.split('\n').length + 1),
      readOnly: isOver,
      spellCheck: false,
      'aria-invalid': isBroken,
      onChange: ({ target }) => {
        const { value } = target as unknown as { readonly value: string };
        setText(value);
        onChange(value === whole ? undefined : (readInput(value) ?? 'broken'));
      },
    }),
    isBroken ? h('p', { role: 'alert' }, texts.editBroken) : null,
  );
}

function readInput(text: string): Input | undefined {
  const value: unknown = parseJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Input) : undefined;
}
