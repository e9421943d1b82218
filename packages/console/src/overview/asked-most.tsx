import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CircleCheck, Plus, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { type AskedCall, askedMost } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, send } from '../api.ts';
import { errorText, toolAndSubject } from '../format.ts';
import { overviewTexts } from '../texts/overview.ts';
import { Button } from '../ui/button.tsx';
import { CommandText } from '../ui/command-text.tsx';
import { Bones, Empty, Failed } from '../ui/states.tsx';
import { useToasts } from '../ui/toasts.tsx';

const texts = overviewTexts.asked;

/** What interrupts most, each with the one rule that would end it. */
export function AskedMost({ days }: { readonly days: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['asked-most', days],
    queryFn: () => get(askedMost, `/api/asked-most?days=${days}`),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <section className="card asked" aria-labelledby="asked-title">
      <div className="card-head">
        <h2 id="asked-title">{texts.title}</h2>
        <span className="sub">{texts.sub}</span>
        {data !== undefined && <span className="end sub">{texts.different(data.different)}</span>}
      </div>
      {error !== null && data === undefined && (
        <Failed title={texts.failed} onRetry={() => void refetch()}>
          {errorText(error)}
        </Failed>
      )}
      {error === null && data === undefined && <Bones />}
      {data?.asked.length === 0 && (
        <Empty icon={CircleCheck} title={texts.none}>
          {texts.noneWords}
        </Empty>
      )}
      {data !== undefined && data.asked.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th className="c-call">{texts.call}</th>
              <th className="c-asked">{texts.asked}</th>
              <th className="c-approved num only-wide">{texts.approved}</th>
              <th className="c-rule hide-phone">{texts.rule}</th>
              <th className="c-saves num hide-phone">{texts.saves}</th>
              <th className="c-also only-wide">{texts.also}</th>
              <th className="c-act">
                <span className="sr">{texts.action}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.asked.map((row) => (
              <AskedRow key={JSON.stringify(row.call)} row={row} most={data.asked[0]?.prompts ?? 1} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function AskedRow({ row, most }: { readonly row: AskedCall; readonly most: number }) {
  const { call, prompts, approved, denied, rules = [], saves, none } = row;
  const answers = approved + denied;
  const [rule] = rules;
  return (
    <tr>
      <td>
        <CommandText text={toolAndSubject(call)} isCut />
      </td>
      <td>
        <span className="asked-n">
          <b>{prompts.toLocaleString('en')}</b>
          <svg className="bar-plot" width="56" height="8" aria-hidden>
            <rect width={Math.max(2, (prompts / most) * 56)} height="8" rx="2" />
          </svg>
        </span>
      </td>
      <td className="num only-wide">
        {answers === 0 ? <span className="dimmer">–</span> : `${Math.round((approved / answers) * 100)} %`}
      </td>
      <td className="hide-phone">
        {rule === undefined ? (
          <span className="dimmer">{none === undefined ? '' : visible(none)}</span>
        ) : (
          <code className="cut" title={rules.map(visible).join('\n')}>
            {visible(rule)}
            {rules.length > 1 && texts.more(rules.length - 1)}
          </code>
        )}
      </td>
      <td className="num hide-phone">{saves?.toLocaleString('en') ?? ''}</td>
      <td className="only-wide" title={row.also.map(visible).join('\n')}>
        <span className="cut dim">{alsoText(row)}</span>
      </td>
      <td className="num">{rules.length > 0 && <AddRule rules={rules} />}</td>
    </tr>
  );
}

function alsoText({ rules, alsoCount }: AskedCall): string {
  if (rules === undefined) return '';
  return alsoCount === 0 ? texts.nothingElse : texts.others(alsoCount);
}

/** Written at once for me in this project; taken back as easily. */
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
        <Button isSmall onClick={() => change.mutate('remove')}>
          <Undo2 className="i" aria-hidden />
          {texts.undo}
        </Button>
      </span>
    );
  return (
    <Button isSmall disabled={change.isPending} onClick={() => change.mutate('add')}>
      <Plus className="i" aria-hidden />
      {texts.add}
    </Button>
  );
}
