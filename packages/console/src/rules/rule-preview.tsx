import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowRight, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Verdict as VerdictName } from '@permesso/engine/policy';
import { type RulePreview, rulePreview } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { post } from '../api.ts';
import { errorText, momentText, toolAndSubject } from '../format.ts';
import { rulesTexts } from './texts.ts';
import { Bars } from '../ui/charts/bars.tsx';
import { CommandText } from '../ui/command-text.tsx';
import { Verdict } from '../ui/verdict.tsx';

const texts = rulesTexts.preview;

export interface RulePreviewBoxProps {
  readonly verdict: VerdictName;
  readonly rule: string;
  readonly path: (path: string) => string;
}

/** The effect of the rule being typed on the last calls, and the linter's findings. */
export function RulePreviewBox({ verdict, rule, path }: RulePreviewBoxProps) {
  const settled = useSettled(rule.trim());
  const { data, error } = useQuery({
    queryKey: ['rule-preview', verdict, settled, path('')],
    queryFn: () => post(rulePreview, path('/api/rules/preview'), { verdict, rule: settled }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (settled === '') return <p className="dim small">{texts.type}</p>;
  if (error !== null)
    return (
      <p className="field">
        <span className="problem">{errorText(error)}</span>
      </p>
    );
  if (data === undefined) return null;
  return (
    <>
      {data.findings.map((finding) => (
        <p key={finding} className="notice ask">
          <TriangleAlert className="i" aria-hidden />
          <span>{visible(finding)}</span>
        </p>
      ))}
      <Preview data={data} verdict={verdict} />
    </>
  );
}

function Preview({ data, verdict }: { readonly data: RulePreview; readonly verdict: VerdictName }) {
  const { of, matched, looser, stricter, prompts, days, examples, stoppedAt } = data;
  return (
    <section className="preview" aria-label={texts.label}>
      <div className="preview-head">
        <b>{texts.matched(matched)}</b>
        <span className="end">{texts.ofLast(of)}</span>
      </div>
      <div className="preview-plot">
        <Bars values={days} tone={verdict} />
        <div className="x-axis" aria-hidden>
          <span>{texts.from}</span>
          <span>{texts.until}</span>
        </div>
      </div>
      <ul>
        {examples.map(({ call, before, after, times }) => (
          <li key={JSON.stringify(call)}>
            <CommandText text={toolAndSubject(call)} isCut />
            <span className="becomes">
              {times > 1 && <span className="dimmer">{times.toLocaleString('en')} ×</span>}
              <Verdict verdict={before} />
              {before === after ? (
                <span className="dimmer">{texts.stays}</span>
              ) : (
                <>
                  <ArrowRight className="i dimmer" aria-hidden />
                  <Verdict verdict={after} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="preview-foot">
        <span>{texts.saved(prompts)}</span>
        <span>{texts.looser(looser)}</span>
        <span>{texts.stricter(stricter)}</span>
        <span>{texts.unchanged(matched - looser - stricter)}</span>
      </p>
      {stoppedAt !== undefined && (
        <p className="preview-foot" role="status">
          {texts.stopped(of, momentText(Date.parse(stoppedAt)))}
        </p>
      )}
    </section>
  );
}

const settlesAfter = 200;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settlesAfter);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
