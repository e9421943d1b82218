import { visible } from '@permesso/protocol/text/show-text';
import type { Verdict } from '@permesso/engine/internal/policy/rules/verdict';
import type { ListedRule } from '@permesso/protocol/console/rules';
import { VerdictMark } from './verdict.tsx';

export const groups: readonly { readonly verdict: Verdict; readonly title: string }[] = [
  { verdict: 'deny', title: 'Never' },
  { verdict: 'ask', title: 'Asked about' },
  { verdict: 'allow', title: 'Allowed' },
];

interface RuleTableProps {
  readonly title: string;
  readonly rules: readonly ListedRule[];
}

/** Rules that are only looked at: nobody has counted their uses, and nobody changes them here. */
export function RuleTable({ title, rules }: RuleTableProps) {
  if (rules.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={`${rule.key}${rule.file}${rule.line}`}>
              <td>
                <VerdictMark verdict={rule.verdict} /> <code>{visible(rule.text)}</code>
                {notesOn(rule).map((note) => (
                  <span className="note" key={note}>
                    {visible(note)}
                  </span>
                ))}
              </td>
              <td>
                {rule.layer}
                {rule.line !== undefined && `, line ${rule.line}`}
                {rule.shown !== undefined && <span className="note">{visible(rule.shown)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
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
