import { useMutation } from '@tanstack/react-query';
import { Merge, Sparkles, Zap } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { learnedRules, type RuleMerge } from '@permesso/protocol/console/rules';
import { visible } from '@permesso/protocol/text/show-text';
import { post } from '../api.ts';
import { countText, errorText } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';
import type { RulesState } from './rules-state.ts';

export interface SuggestionsProps {
  readonly state: RulesState;
  readonly merges: readonly RuleMerge[];
  /** Rules with a problem. */
  readonly problems: number;
}

const mostLearned = 6;

/** What would make the policy shorter or quieter, each accepted by one click. */
export function Suggestions({ state, merges, problems }: SuggestionsProps) {
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
    <div className="cards-3" role="list" aria-label="Suggestions">
      {learn.data === undefined && (
        <Card icon={<Sparkles className="i" aria-hidden />} kind="Save prompts">
          <p>Rules for what you always approve, tried on your history and on hostile calls.</p>
          <div className="acts">
            <Button isSmall disabled={learn.isPending} onClick={() => learn.mutate()}>
              {learn.isPending ? 'Looking through the log…' : 'Rules that would save you prompts'}
            </Button>
          </div>
          {learn.error !== null && <span className="bad small">{errorText(learn.error)}</span>}
        </Card>
      )}
      {learn.data !== undefined && (
        <Card icon={<Sparkles className="i" aria-hidden />} kind="Save prompts">
          <p role="status">
            {learn.data.problem ??
              `${countText(learn.data.prompts, 'prompt')} of your history still ask today; with all suggested rules ${learn.data.left} would. None of ${countText(learn.data.hostile, 'hostile call')} would be allowed.`}
          </p>
        </Card>
      )}
      {learned.map(({ rule, saved }) => (
        <Card
          key={rule}
          icon={<Zap className="i" aria-hidden />}
          kind={`Saves ${countText(saved, 'prompt')}`}
        >
          <p>
            Allow <code>{visible(rule)}</code>
          </p>
          <Acts onDismiss={() => dismiss(rule)}>
            <Button
              isSmall
              aria-label={`Add ${rule}`}
              onClick={() => {
                dismiss(rule);
                run(change('add', { verdict: 'allow', rule, to: 'local' }, `Rule added: ${rule}`));
              }}
            >
              Add
            </Button>
          </Acts>
        </Card>
      ))}
      {shownMerges.map((merge) => (
        <Card
          key={mergeKey(merge)}
          icon={<Merge className="i" aria-hidden />}
          kind={`${countText(merge.rules.length + (merge.isSame ? 1 : 0), 'rule')} → one`}
        >
          <p>
            <code>{visible(merge.into)}</code>{' '}
            {merge.isSame ? 'takes the others in' : 'would reach further than these'}
          </p>
          <Acts onDismiss={() => dismiss(mergeKey(merge))}>
            <Button
              isSmall
              aria-label={`Compare ${merge.into}`}
              onClick={() => go({ sheet: mergeKey(merge) })}
            >
              Compare
            </Button>
          </Acts>
        </Card>
      ))}
      {problems > 0 && (
        <Card
          icon={<Merge className="i" aria-hidden />}
          kind={countText(problems, 'rule with a problem', 'rules with a problem')}
        >
          <p>No verdict depends on those.</p>
          <div className="acts">
            <Button isSmall onClick={() => run(change('tidy', {}, 'Duplicates and expired rules removed'))}>
              Remove duplicates and expired rules
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
        Dismiss
      </Button>
    </div>
  );
}
