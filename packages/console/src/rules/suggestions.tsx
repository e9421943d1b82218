import { useMutation } from '@tanstack/react-query';
import { Merge, Sparkles, Zap } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { learnedRules, type RuleList, type RuleMerge } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { post } from '../api.ts';
import { errorText } from '../format.ts';
import { rulesTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';
import type { RulesState } from './rules-state.ts';

const texts = rulesTexts.suggestions;

export interface SuggestionsProps {
  readonly state: RulesState;
  readonly list: RuleList;
}

const mostLearned = 6;

/** Changes that would shorten the policy or reduce asks, each accepted with one click. */
export function Suggestions({ state, list }: SuggestionsProps) {
  // Without approved calls there is nothing to learn from.
  const { merges = [], approvedCalls: approved = 0 } = list;
  const { length: problems } = list.rules.filter(({ findings, editable }) => editable && findings.length > 0);
  const { change, go } = state;
  const say = useToasts();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const learn = useMutation({ mutationFn: () => post(learnedRules, '/api/suggest', {}) });
  const dismiss = (key: string): void => setDismissed([...dismissed, key]);
  const run = (work: Promise<void>): void =>
    void work.catch((error: unknown) => say({ text: errorText(error), isProblem: true }));
  const shownMerges = merges.filter((merge) => !dismissed.includes(mergeKey(merge)));
  const learned = (learn.data?.rules ?? [])
    .filter(({ rule }) => !dismissed.includes(rule))
    .slice(0, mostLearned);
  return (
    <div className="cards-3" role="list" aria-label={texts.label}>
      {learn.data === undefined && approved > 0 && (
        <Card icon={<Sparkles className="i" aria-hidden />} kind={texts.prompts}>
          <p>{texts.words}</p>
          <div className="acts">
            <Button isSmall disabled={learn.isPending} onClick={() => learn.mutate()}>
              {learn.isPending ? texts.learning : texts.learn}
            </Button>
          </div>
          {learn.error !== null && <span className="bad small">{errorText(learn.error)}</span>}
        </Card>
      )}
      {learn.data !== undefined && (
        <Card icon={<Sparkles className="i" aria-hidden />} kind={texts.prompts}>
          <p role="status">
            {learn.data.problem ?? texts.learned(learn.data.prompts, learn.data.left, learn.data.hostile)}
          </p>
        </Card>
      )}
      {learned.map(({ rule, saved }) => (
        <Card key={rule} icon={<Zap className="i" aria-hidden />} kind={texts.saves(saved)}>
          <p>
            {texts.allow} <code>{visible(rule)}</code>
          </p>
          <Acts onDismiss={() => dismiss(rule)}>
            <Button
              isSmall
              aria-label={texts.addName(rule)}
              onClick={() => {
                dismiss(rule);
                run(change('add', { verdict: 'allow', rule, to: 'local' }, rulesTexts.added(rule)));
              }}
            >
              {texts.add}
            </Button>
          </Acts>
        </Card>
      ))}
      {shownMerges.map((merge) => (
        <Card
          key={mergeKey(merge)}
          icon={<Merge className="i" aria-hidden />}
          kind={texts.intoOne(merge.rules.length + (merge.isSame ? 1 : 0))}
        >
          <p>
            <code>{visible(merge.into)}</code> {merge.isSame ? texts.takesIn : texts.reachesFurther}
          </p>
          <Acts onDismiss={() => dismiss(mergeKey(merge))}>
            <Button
              isSmall
              aria-label={texts.compareName(merge.into)}
              onClick={() => go({ sheet: mergeKey(merge) })}
            >
              {texts.compare}
            </Button>
          </Acts>
        </Card>
      ))}
      {problems > 0 && (
        <Card icon={<Merge className="i" aria-hidden />} kind={texts.problems(problems)}>
          <p>{texts.noVerdict}</p>
          <div className="acts">
            <Button isSmall onClick={() => run(change('tidy', {}, texts.didTidy))}>
              {texts.tidy}
            </Button>
          </div>
        </Card>
      )}
    </div>
  );
}

export function mergeKey({ verdict, layer, into }: RuleMerge): string {
  return `merge ${layer} ${verdict} ${into}`;
}

interface CardProps {
  readonly icon: ReactNode;
  readonly kind: string;
  readonly children: ReactNode;
}

function Card({ icon, kind, children }: CardProps) {
  return (
    <div className="card suggest" role="listitem">
      <span className="kind">
        {icon}
        {kind}
      </span>
      {children}
    </div>
  );
}

function Acts({ onDismiss, children }: { readonly onDismiss: () => void; readonly children: ReactNode }) {
  return (
    <div className="acts">
      {children}
      <Button isSmall kind="ghost" onClick={onDismiss}>
        {texts.dismiss}
      </Button>
    </div>
  );
}
