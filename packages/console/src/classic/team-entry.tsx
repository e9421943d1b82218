import { useState } from 'react';
import { visible } from '@permesso/protocol/text/show-text';
import type { Verdict } from '@permesso/engine/internal/policy/rules/verdict';
import type { TeamEntry } from '@permesso/protocol/console/activity';
import { VerdictMark } from './verdict.tsx';
import { subjectOf } from '../format.ts';

type EntryFields = Readonly<Record<string, unknown>>;

/** One entry of the record. An agent wrote it: nothing in it is taken for what it should be. */
export function TeamEntryRow({ entry }: { readonly entry: TeamEntry }) {
  const [isOpen, setOpen] = useState(false);
  const fields = fieldsOf(entry.entry);
  const verdict = (['allow', 'ask', 'deny'] as const).find((each: Verdict) => each === fields['verdict']);
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <time dateTime={entry.receivedAt}>{entry.receivedAt.slice(5, 19).replace('T', ' ')}</time>
        {verdict === undefined ? (
          <span className="verdict">{visible(stringOr(fields['type']))}</span>
        ) : (
          <VerdictMark verdict={verdict} />
        )}
        <span className="who">{visible(entry.agentName)}</span>
        <code>{visible(titleOf(fields)).slice(0, 300)}</code>
      </button>
      {isOpen && <pre>{JSON.stringify(entry.entry, undefined, 2).split('\n').map(visible).join('\n')}</pre>}
    </li>
  );
}

function titleOf(fields: EntryFields): string {
  const call = fieldsOf(fields['call']);
  const grant = fieldsOf(fields['grant']);
  if ('tool' in call) {
    const subject = subjectOf({ tool: stringOr(call['tool']), input: fieldsOf(call['input']) });
    return fields['type'] === 'answer' ? `answered: ${subject}` : subject;
  }
  if (Array.isArray(grant['rules'])) return grant['rules'].map(stringOr).join(', ');
  return stringOr(fields['error']) || stringOr(fields['type']);
}

function fieldsOf(value: unknown): EntryFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as EntryFields) : {};
}

function stringOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
