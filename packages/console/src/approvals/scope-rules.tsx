import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type InboxItem, type Matching, matching } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { post } from '../api.ts';
import { errorText, subjectOf } from '../format.ts';
import { approvalsTexts } from './texts.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { MatchStrip } from '../ui/charts/match-strip.tsx';
import { Segmented } from '../ui/fields/segmented.tsx';

const texts = approvalsTexts.scope;

export interface ScopeRulesProps {
  readonly item: InboxItem;
  readonly rules: readonly string[];
  readonly hours: number;
  readonly onRules: (rules: readonly string[]) => void;
  readonly onHours: (hours: number) => void;
}

/** Durations in hours; none: as long as the rule stays. */
const ends = [
  { value: '0', title: texts.ends.never },
  { value: '1', title: texts.ends.hour, label: texts.ends.hourName },
  { value: '8', title: texts.ends.workday, label: texts.ends.workdayName },
  { value: '168', title: texts.ends.week },
] as const;

/** The rules that a longer approval creates, each with the other calls it would have allowed. */
export function ScopeRules({ item, rules, hours, onRules, onHours }: ScopeRulesProps) {
  const { suggestions } = item;
  const chosen = suggestions.findIndex((offer) => offer.rules.join('\n') === rules.join('\n'));
  return (
    <>
      {suggestions.length > 1 && (
        <Segmented
          label={texts.width}
          isWide
          value={String(chosen)}
          segments={suggestions.map(({ covers }, at) => ({ value: String(at), title: visible(covers) }))}
          onChange={(at) => onRules(suggestions[Number(at)]?.rules ?? [])}
        />
      )}
      <ul className="scope-rules">
        {rules.map((rule, at) => (
          <RuleRow
            key={at}
            item={item}
            rule={rule}
            label={rules.length === 1 ? texts.rule : texts.ruleOf(at + 1, rules.length)}
            onChange={(text) => onRules(rules.with(at, text))}
          />
        ))}
        {rules.length === 0 && <li className="dim">{texts.noRule}</li>}
      </ul>
      <Matched item={item} rules={rules} />
      <div className="expires-choice">
        <span className="label">{texts.expires}</span>
        <Segmented
          label={texts.expires}
          value={String(hours)}
          segments={endsOf(hours)}
          onChange={(value) => onHours(Number(value))}
        />
      </div>
    </>
  );
}

function endsOf(hours: number): readonly { value: string; title: string; label?: string }[] {
  return ends.some(({ value }) => value === String(hours)) ? ends : [...ends];
}

/** The calls that a rule would have matched, requested after a pause in typing. */
function useMatching(item: InboxItem, rules: readonly string[]) {
  const written = useSettled(rules.map((rule) => rule.trim()).filter((rule) => rule !== ''));
  return useQuery({
    queryKey: ['matching', item.team?.projectId, ...written],
    queryFn: () =>
      post(matching, '/api/matching', {
        rules: written,
        ...(item.team === undefined ? {} : { project: item.team.projectId }),
      }),
    enabled: written.length > 0,
    placeholderData: keepPreviousData,
  });
}

const settlesAfter = 150;

function useSettled(rules: readonly string[]): readonly string[] {
  const [settled, setSettled] = useState(rules);
  const text = rules.join('\n');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text === '' ? [] : text.split('\n')), settlesAfter);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface RuleRowProps {
  readonly item: InboxItem;
  readonly rule: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
}

function RuleRow({ item, rule, label, onChange }: RuleRowProps) {
  const { data, error } = useMatching(item, [rule]);
  return (
    <li>
      <input
        className="rule-input"
        aria-label={label}
        spellCheck={false}
        autoComplete="off"
        value={rule}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="note">{data !== undefined && <MatchStrip {...data} />}</span>
      <span className="note">
        {error !== null && <span className="bad">{errorText(error)}</span>}
        {error === null && data !== undefined && texts.matches(data.matched, data.of)}
      </span>
    </li>
  );
}

function Matched({ item, rules }: Pick<ScopeRulesProps, 'item' | 'rules'>) {
  const { data } = useMatching(item, rules);
  const title = item.team === undefined ? texts.matchedYours : texts.matchedProject;
  if (data === undefined) return null;
  return (
    <Disclosure title={title(data.matched, data.of)} note={texts.which}>
      <Examples {...data} />
    </Disclosure>
  );
}

function Examples({ examples = [] }: Matching) {
  const subjects = [...new Set(examples.map((call) => subjectOf(call)))];
  return (
    <ul className="examples">
      {subjects.map((subject) => (
        <li key={subject}>
          <code>{visible(subject).slice(0, 200)}</code>
        </li>
      ))}
      {subjects.length === 0 && <li className="dim">{texts.noMatch}</li>}
    </ul>
  );
}
