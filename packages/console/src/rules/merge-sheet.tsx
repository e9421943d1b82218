import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { policyPreview, type RuleMerge } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { post } from '../api.ts';
import { errorText } from '../format.ts';
import { rulesTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Bones } from '../ui/states.tsx';
import { Verdict } from '../ui/verdict.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Changes } from './changes.tsx';
import type { RulesState } from './rules-state.ts';

const texts = rulesTexts.merge;

/** Several rules and one that could replace them, with the effect, before it is written. */
export function MergeSheet({ merge, state }: { readonly merge: RuleMerge; readonly state: RulesState }) {
  const { verdict, layer, rules, into, isSame } = merge;
  const { path, go, change } = state;
  const [problem, setProblem] = useState('');
  const body = { verdict, rules, into, to: layer };
  const { data, error } = useQuery({
    queryKey: ['merge', path(''), layer, verdict, into, rules.join('\n')],
    queryFn: () => post(policyPreview, path('/api/rules/merge'), body),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const close = (): void => go({ sheet: '' });
  async function write(digest: string): Promise<void> {
    try {
      await change('merge', { ...body, digest }, texts.done(into));
      close();
    } catch (failed) {
      setProblem(errorText(failed));
    }
  }
  return (
    <Sheet
      title={texts.title}
      onClose={close}
      foot={
        <div className="end">
          <Button onClick={close}>{texts.cancel}</Button>
          <Button
            kind="primary"
            disabled={data === undefined}
            onClick={() => data !== undefined && void write(data.digest)}
          >
            {texts.act}
          </Button>
        </div>
      }
    >
      <section className="section">
        <h2>
          <Verdict verdict={verdict} /> <code>{visible(into)}</code>
        </h2>
        <p className="prose">{isSame ? texts.takesIn : texts.reachesFurther}</p>
        <ul className="plain-list">
          {rules.map((rule) => (
            <li key={rule}>
              <code>{visible(rule)}</code>
            </li>
          ))}
        </ul>
      </section>
      <ProblemNotice text={problem || (error === null ? '' : errorText(error))} />
      {data === undefined && error === null && <Bones rows={3} />}
      {data !== undefined && <Changes preview={data} />}
    </Sheet>
  );
}
