import { useState } from 'react';
import { visible } from '@permesso/protocol/text/show-text';
import type { Verdict } from '@permesso/engine/internal/policy/rules/verdict';
import type { ListedRule } from '@permesso/protocol/console/rules';
import { RuleForm, type RuleWords } from './rule-form.tsx';
import { VerdictMark } from './verdict.tsx';
import { countText } from '../format.ts';

export const groups: readonly { readonly verdict: Verdict; readonly title: string }[] = [
  { verdict: 'deny', title: 'Never' },
  { verdict: 'ask', title: 'Asked about' },
  { verdict: 'allow', title: 'Allowed' },
];

interface RuleTableProps {
  readonly title: string;
  readonly rules: readonly ListedRule[];
  /** Without it the rules are only looked at: nobody has counted their uses, and nobody changes them here. */
  readonly onChange?: (action: 'remove' | 'edit', body: object) => Promise<boolean>;
}

export function RuleTable({ title, rules, onChange }: RuleTableProps) {
  if (rules.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">From</th>
            {onChange !== undefined && <th scope="col">Used</th>}
            {onChange !== undefined && (
              <th scope="col">
                <span className="unseen">Change</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <RuleRow key={`${rule.key}${rule.file}${rule.line}`} rule={rule} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function RuleRow({
  rule,
  onChange,
}: {
  readonly rule: ListedRule;
  readonly onChange: RuleTableProps['onChange'];
}) {
  const [isEdited, setEdited] = useState(false);
  const { verdict, text, layer } = rule;
  const save = async (words: RuleWords): Promise<boolean> => {
    const was = { was: text, wasVerdict: verdict };
    const isSaved = (await onChange?.('edit', { ...words, ...was, to: layer })) ?? false;
    if (isSaved) setEdited(false);
    return isSaved;
  };
  if (isEdited)
    return (
      <tr>
        <td colSpan={4}>
          <RuleForm label="Rule" start={wordsIn(rule)} button="Save" onSubmit={save}>
            <button type="button" onClick={() => setEdited(false)}>
              Leave it
            </button>
          </RuleForm>
        </td>
      </tr>
    );
  return (
    <tr>
      <td>
        <VerdictMark verdict={verdict} /> <code>{visible(text)}</code>
        {notesOn(rule).map((note) => (
          <span className="note" key={note}>
            {visible(note)}
          </span>
        ))}
      </td>
      <td>
        {layer}
        {rule.line !== undefined && `, line ${rule.line}`}
        {rule.shown !== undefined && <span className="note">{visible(rule.shown)}</span>}
      </td>
      {onChange !== undefined && <td>{usedWords(rule)}</td>}
      {onChange !== undefined && (
        <td className="row-buttons">
          {rule.editable && (
            <>
              {rule.limits === undefined && (
                <button type="button" onClick={() => setEdited(true)} aria-label={`Edit ${text}`}>
                  Edit
                </button>
              )}
              <button
                type="button"
                onClick={() => void onChange('remove', { verdict, rule: text, to: layer })}
                aria-label={`Remove ${text}`}
              >
                Remove
              </button>
            </>
          )}
        </td>
      )}
    </tr>
  );
}

function usedWords({ hits, lastUsed }: ListedRule): string {
  return hits === 0 ? 'never' : `${countText(hits, 'time')}, last ${lastUsed?.slice(0, 10)}`;
}

function wordsIn({ verdict, text, expires, message, guidance, why }: ListedRule): RuleWords {
  return {
    verdict,
    rule: text,
    expires: expires === undefined ? '' : new Date(expires).toISOString().slice(0, 10),
    message: message ?? '',
    guidance: guidance ?? '',
    why: why ?? '',
  };
}

/** What else is to be known about it: how long, for whom, with which words, and why it does less than it seems. */
function notesOn({
  trusted,
  expires,
  limits,
  message,
  guidance,
  why,
  findings,
}: ListedRule): readonly string[] {
  return [
    ...(trusted ? [] : ['not trusted yet: permesso trust']),
    ...(expires === undefined ? [] : [`until ${new Date(expires).toISOString().slice(0, 10)}`]),
    ...(limits === undefined ? [] : [`only ${limits}`]),
    ...(message === undefined ? [] : [`tells the person: ${message}`]),
    ...(guidance === undefined ? [] : [`tells the agent: ${guidance}`]),
    ...(why === undefined ? [] : [`because: ${why}`]),
    ...findings,
  ];
}
