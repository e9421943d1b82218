import { CircleAlert, Info, Trash2 } from 'lucide-react';
import type { ListedRule } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { durationText } from '../format.ts';
import { useNow } from '../live.ts';
import { rulesTexts } from './texts.ts';
import { Bars } from '../ui/charts/bars.tsx';
import { Button } from '../ui/button.tsx';
import { Verdict } from '../ui/verdict.tsx';
import { ruleId } from './rules-state.ts';

const texts = rulesTexts.table;

export interface RuleTableProps {
  readonly rules: readonly ListedRule[];
  /** Absent if rules are read-only and their uses are not counted. */
  readonly changes?: RuleChanges;
}

export interface RuleChanges {
  readonly open: string | undefined;
  readonly onOpen: (rule: ListedRule) => void;
  readonly onRemove: (rule: ListedRule) => void;
}

/** Every rule with its source, findings, and number of uses. */
export function RuleTable({ rules, changes }: RuleTableProps) {
  const now = useNow(60_000);
  return (
    <div className="flush">
      <table className="table two-line rules-table">
        <thead>
          <tr>
            <th scope="col" className="c-verdict">
              {texts.verdict}
            </th>
            <th scope="col">{texts.rule}</th>
            <th scope="col" className="c-source only-wide">
              {texts.source}
            </th>
            {changes !== undefined && (
              <>
                <th scope="col" className="c-hits only-mid">
                  {texts.hits}
                </th>
                <th scope="col" className="c-used num only-wide">
                  {texts.lastUsed}
                </th>
                <th scope="col" className="c-act">
                  <span className="sr">{texts.change}</span>
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={`${rule.key}${rule.file}${rule.line}`} aria-selected={ruleId(rule) === changes?.open}>
              <td>
                <Verdict verdict={rule.verdict} />
              </td>
              <td className="c-rule">
                <RuleText rule={rule} onOpen={changes?.onOpen} />
                <Notes rule={rule} />
              </td>
              <td className="only-wide">
                {rule.layer}
                {rule.line !== undefined && texts.line(rule.line)}
                {rule.shown !== undefined && <code className="sub">{visible(rule.shown)}</code>}
              </td>
              {changes !== undefined && <Uses rule={rule} now={now} onRemove={changes.onRemove} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface UsesProps {
  readonly rule: ListedRule;
  readonly now: number;
  readonly onRemove: (rule: ListedRule) => void;
}

function Uses({ rule, now, onRemove }: UsesProps) {
  return (
    <>
      <td className="only-mid">
        <span className="hits">
          <Bars values={rule.days ?? noDays} />
          <span>
            {rule.hits.toLocaleString('en')}
            <span className="sr">{texts.timesInAll(rule.hits)}</span>
          </span>
        </span>
      </td>
      <td className="num dim only-wide">
        <LastUsed at={rule.lastUsed} now={now} />
      </td>
      <td className="num">
        {rule.editable && (
          <Button
            icon={Trash2}
            kind="ghost"
            isIcon
            isSmall
            aria-label={texts.removeName(rule.text)}
            title={texts.remove}
            onClick={() => onRemove(rule)}
          />
        )}
      </td>
    </>
  );
}

const noDays = Array.from({ length: 30 }, () => 0);

function RuleText({
  rule,
  onOpen,
}: {
  readonly rule: ListedRule;
  readonly onOpen: ((rule: ListedRule) => void) | undefined;
}) {
  const text = <code>{visible(rule.text)}</code>;
  if (!rule.editable || rule.limits !== undefined || onOpen === undefined) return text;
  return (
    <button
      type="button"
      className="rule-open"
      aria-label={texts.edit(rule.text)}
      onClick={() => onOpen(rule)}
    >
      {text}
    </button>
  );
}

function LastUsed({ at, now }: { readonly at: string | undefined; readonly now: number }) {
  if (at === undefined) return texts.never;
  const ago = now - Date.parse(at);
  return (
    <time dateTime={at} title={at}>
      {ago < 86_400_000 ? texts.today : ago < 7 * 86_400_000 ? texts.ago(durationText(ago)) : at.slice(0, 10)}
    </time>
  );
}

/** Further notes: duration, agents, message, and why it does less than it seems. */
function Notes({ rule }: { readonly rule: ListedRule }) {
  const { trusted, expires, limits, message, guidance, why, findings } = rule;
  const notes = [
    ...(trusted ? [] : [rulesTexts.notes.notTrusted]),
    ...(expires === undefined
      ? []
      : [rulesTexts.notes.expires(new Date(expires).toISOString().slice(0, 10))]),
    ...(limits === undefined ? [] : [rulesTexts.notes.only(limits)]),
    ...(message === undefined ? [] : [rulesTexts.notes.person(message)]),
    ...(guidance === undefined ? [] : [rulesTexts.notes.agent(guidance)]),
    ...(why === undefined ? [] : [rulesTexts.notes.why(why)]),
  ];
  return (
    <>
      {notes.length > 0 && (
        <span className="sub" title={visible(notes.join('; '))}>
          {visible(notes.join('; '))}
        </span>
      )}
      {findings.map((finding) => (
        <span key={finding} className="sub finding" title={visible(finding)}>
          {rule.trusted ? <Info className="i" aria-hidden /> : <CircleAlert className="i" aria-hidden />}
          <span className="cut">{visible(finding)}</span>
        </span>
      ))}
    </>
  );
}
