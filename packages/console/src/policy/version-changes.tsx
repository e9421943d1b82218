import { CircleCheck, CircleX, Equal, Lock, LockOpen, Scale, type LucideIcon } from 'lucide-react';
import type { PolicyVersion, ShownPolicyChange } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { policyTexts as texts } from './texts.ts';
import { Verdict } from '../ui/verdict.tsx';

type Direction = ShownPolicyChange['direction'];

const looks: Readonly<Record<Direction, { readonly icon: LucideIcon; readonly tone: string }>> = {
  looser: { icon: LockOpen, tone: 'ask' },
  stricter: { icon: Lock, tone: 'sandboxed' },
  both: { icon: Scale, tone: 'ask' },
  none: { icon: Equal, tone: '' },
};

/** Looser changes first: they must be read. */
const order: readonly Direction[] = ['looser', 'both', 'stricter', 'none'];

export function DirectionTag({ direction }: { readonly direction: Direction }) {
  const { icon: Icon, tone } = looks[direction];
  return (
    <span className={`tag ${tone}`}>
      <Icon className="i" aria-hidden />
      {texts.changes.names[direction]}
    </span>
  );
}

/** A version's looser and stricter changes. */
export function VersionChanges({ version: { changes, number } }: { readonly version: PolicyVersion }) {
  if (changes.length === 0)
    return <p className="tab-empty">{number === 1 ? texts.changes.first : texts.changes.none}</p>;
  const sorted = changes.toSorted((a, b) => order.indexOf(a.direction) - order.indexOf(b.direction));
  return (
    <table className="table changes">
      <thead>
        <tr>
          <th scope="col" className="c-dir">
            {texts.changes.change}
          </th>
          <th scope="col">{texts.changes.rule}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ direction, text }) => (
          <tr key={text}>
            <td>
              <DirectionTag direction={direction} />
            </td>
            <td className="words">
              <ChangeWords text={text} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `deny Bash(sudo:*)` is rendered as a rule. Anything else is text. */
export function ChangeWords({ text }: { readonly text: string }) {
  const [, verdict, rule] = /^(allow|ask|deny) (\S.*)$/s.exec(text) ?? [];
  if (rule === undefined) return visible(text);
  return (
    <span className="change-words">
      <Verdict verdict={verdict as 'allow' | 'ask' | 'deny'} /> <code>{visible(rule)}</code>
    </span>
  );
}

/** Each test with the version's decision, failures first. */
export function VersionTests({ version: { tests } }: { readonly version: PolicyVersion }) {
  if (tests.length === 0) return <p className="tab-empty">{texts.tests.none}</p>;
  const isBad = (at: number): boolean => tests[at]?.expected !== tests[at]?.found;
  const sorted = tests.map((_, at) => at).toSorted((a, b) => Number(isBad(b)) - Number(isBad(a)));
  return (
    <table className="table changes">
      <thead>
        <tr>
          <th scope="col" className="c-dir">
            {texts.tests.columns.test}
          </th>
          <th scope="col">{texts.tests.columns.call}</th>
          <th scope="col" className="c-becomes">
            {texts.tests.columns.verdict}
          </th>
          <th scope="col" className="num only-wide">
            {texts.tests.columns.line}
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((at) => {
          const test = tests[at];
          return test === undefined ? null : <TestRow key={at} {...test} />;
        })}
      </tbody>
    </table>
  );
}

function TestRow({ call, line, expected, found }: PolicyVersion['tests'][number]) {
  const passes = expected === found;
  const Icon = passes ? CircleCheck : CircleX;
  return (
    <tr>
      <td>
        <span className={`tag ${passes ? 'allow' : 'deny'}`}>
          <Icon className="i" aria-hidden />
          {passes ? texts.tests.passes : texts.tests.fails}
        </span>
      </td>
      <td className="words">
        <code>{visible(call)}</code>{' '}
        {!passes && <span className="bad">{texts.tests.should(found, expected)}</span>}
      </td>
      <td>
        <Verdict verdict={found} />
      </td>
      <td className="num dim only-wide">{line}</td>
    </tr>
  );
}
