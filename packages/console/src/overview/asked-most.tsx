import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, CircleCheck, Plus, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { type AskedRow, askedMost } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, send } from '../api.ts';
import { errorText, toolAndSubject } from '../format.ts';
import { overviewTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { CommandText } from '../ui/command-text.tsx';
import { Empty, Missing } from '../ui/states.tsx';
import { useToasts } from '../ui/toasts.tsx';

const texts = overviewTexts.asked;
const mostShown = 10;

export interface AskedMostProps {
  readonly days: string;
  /**
   * A team's most frequent asks come with its overview; a rule that would end them belongs in the project's policy.
   */
  readonly ofTeam: { readonly asked: readonly AskedRow[] | undefined } | undefined;
}

/** The most frequent asks; on this machine each with the one rule that would end it. */
export function AskedMost({ days, ofTeam }: AskedMostProps) {
  const isLocal = ofTeam === undefined;
  const { data, error, refetch } = useQuery({
    queryKey: ['asked-most', days],
    queryFn: () => get(askedMost, `/api/asked-most?days=${days}`),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    enabled: isLocal,
  });
  const rows = isLocal ? data?.asked : ofTeam.asked;
  const words = isLocal ? texts.local : texts.team;
  return (
    <section className="card asked" aria-labelledby="asked-title">
      <div className="card-head">
        <h2 id="asked-title">{texts.title}</h2>
        <span className="sub">{words.sub}</span>
        {data?.different !== undefined && <span className="end sub">{texts.different(data.different)}</span>}
      </div>
      {rows === undefined && <Missing title={texts.failed} error={error} onRetry={refetch} />}
      {rows?.length === 0 && (
        <Empty icon={CircleCheck} title={words.none}>
          {words.noneWords}
        </Empty>
      )}
      {rows !== undefined && rows.length > 0 && (
        <AskedTable rows={rows.slice(0, mostShown)} isLocal={isLocal} />
      )}
    </section>
  );
}

interface AskedTableProps {
  readonly rows: readonly AskedRow[];
  readonly isLocal: boolean;
}

function AskedTable({ rows, isLocal }: AskedTableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th className="c-call">{isLocal ? texts.call : texts.ruleOrTool}</th>
          <th className="c-asked">{texts.asked}</th>
          <th className={`c-approved num ${isLocal ? 'only-wide' : ''}`}>{texts.approved}</th>
          {isLocal && <th className="c-rule hide-phone">{texts.rule}</th>}
          <th className="c-saves num hide-phone">{isLocal ? texts.saves : texts.denied}</th>
          {isLocal && <th className="c-also only-wide">{texts.also}</th>}
          <th className="c-act">
            <span className="sr">{texts.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <AskedCells key={row.what} row={row} most={rows[0]?.prompts ?? 1} isLocal={isLocal} />
        ))}
      </tbody>
    </table>
  );
}

interface AskedCellsProps extends Pick<AskedTableProps, 'isLocal'> {
  readonly row: AskedRow;
  readonly most: number;
}

function AskedCells({ row, most, isLocal }: AskedCellsProps) {
  const { what, call, prompts, approved, denied, rules = [], saves, also = [] } = row;
  const answers = approved + denied;
  return (
    <tr>
      <td>
        {call === undefined ? (
          <code className="cut" title={visible(what)}>
            {visible(what)}
          </code>
        ) : (
          <CommandText text={toolAndSubject(call)} isCut />
        )}
      </td>
      <td>
        <span className="asked-n">
          <b>{prompts.toLocaleString('en')}</b>
          <svg className="bar-plot" width="56" height="8" aria-hidden>
            <rect width={Math.max(2, (prompts / most) * 56)} height="8" rx="2" />
          </svg>
        </span>
      </td>
      <td className={`num ${isLocal ? 'only-wide' : ''}`}>
        {answers === 0 ? <span className="dimmer">–</span> : `${Math.round((approved / answers) * 100)} %`}
      </td>
      {isLocal && (
        <td className="hide-phone">
          <EndingRule row={row} />
        </td>
      )}
      <td className="num hide-phone">{(isLocal ? saves : denied)?.toLocaleString('en') ?? ''}</td>
      {isLocal && (
        <td className="only-wide" title={also.map(visible).join('\n')}>
          <span className="cut dim">{alsoText(row)}</span>
        </td>
      )}
      <td className="num">
        {rules.length > 0 && <AddRule rules={rules} />}
        {!isLocal && (
          <Link
            className="btn plain small"
            to="/activity"
            search={{ verdict: 'ask', words: what }}
            aria-label={texts.showName(visible(what))}
          >
            {texts.show}
          </Link>
        )}
      </td>
    </tr>
  );
}

function EndingRule({ row: { rules = [], none = '' } }: { readonly row: AskedRow }) {
  const [rule] = rules;
  if (rule === undefined) return <span className="dimmer">{visible(none)}</span>;
  return (
    <code className="cut" title={rules.map(visible).join('\n')}>
      {visible(rule)}
      {rules.length > 1 && texts.more(rules.length - 1)}
    </code>
  );
}

function alsoText({ rules, alsoCount = 0 }: AskedRow): string {
  if (rules === undefined) return '';
  return alsoCount === 0 ? texts.nothingElse : texts.others(alsoCount);
}

/** Writes the rule at once, for this person in this project; undone as easily. */
function AddRule({ rules }: { readonly rules: readonly string[] }) {
  const client = useQueryClient();
  const say = useToasts();
  const takeBack = useRef<() => void>(undefined);
  const change = useMutation({
    mutationFn: async (what: 'add' | 'remove') => {
      for (const rule of rules)
        await send('POST', `/api/rules/${what}`, { rule, verdict: 'allow', to: 'local' });
      return what;
    },
    onSuccess: (what) => {
      void client.invalidateQueries({ queryKey: ['rules'] });
      const name = rules.join(', ');
      takeBack.current?.();
      takeBack.current =
        what === 'add'
          ? say({ text: texts.didAdd(name), onUndo: () => change.mutate('remove') })
          : say({ text: texts.didRemove(name) });
    },
    onError: (error) => say({ text: errorText(error), isProblem: true }),
  });
  if (change.data === 'add')
    return (
      <span className="asked-act">
        <span className="ok added">
          <Check className="i" aria-hidden />
          {texts.added}
        </span>
        <Button icon={Undo2} isSmall onClick={() => change.mutate('remove')}>
          {texts.undo}
        </Button>
      </span>
    );
  return (
    <Button icon={Plus} isSmall disabled={change.isPending} onClick={() => change.mutate('add')}>
      {texts.add}
    </Button>
  );
}
