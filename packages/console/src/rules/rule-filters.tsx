import { ChevronDown } from 'lucide-react';
import type { RefObject } from 'react';
import type { ListedRule } from '@permesso/protocol/console';
import { rulesTexts } from './texts.ts';
import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { FindField } from '../ui/fields/find-field.tsx';
import { whichRules, type RulesState } from './rules-state.ts';

const texts = rulesTexts.filters;

export interface RuleFiltersProps extends Pick<RulesState, 'address' | 'go'> {
  readonly rules: readonly ListedRule[];
  readonly field: RefObject<HTMLInputElement | null>;
  /** Without counts the filters by uses are left out. */
  readonly isCounted?: boolean;
}

/** Filters rules by text, verdict, findings, and layer. */
export function RuleFilters({ address, go, rules, field, isCounted = true }: RuleFiltersProps) {
  const { find = '', which = 'all', layer = '' } = address;
  const layers = [...new Set(rules.map((rule) => rule.layer))];
  return (
    <div className="filters" role="search" aria-label={texts.label}>
      <FindField label={texts.find} value={find} field={field} onChange={(text) => go({ find: text })} />
      {Object.entries(whichRules).map(([name, { title, test }]) => {
        const count = rules.filter(test).length;
        return (
          (count > 0 || name === 'all' || name === which) &&
          (isCounted || name !== 'never') && (
            <button
              key={name}
              type="button"
              className={`chip ${which === name ? 'on' : ''}`}
              aria-pressed={which === name}
              onClick={() => go({ which: name === 'all' ? '' : name })}
            >
              {title} <span className="n">{count}</span>
            </button>
          )
        );
      })}
      {layers.length > 1 && (
        <ChoiceMenu
          trigger={
            <button
              type="button"
              className={`chip ${layer === '' ? '' : 'on'}`}
              aria-label={texts.layerName(layer || texts.allLayers)}
            >
              {texts.layer} <b>{layer || texts.allLayers}</b>
              <ChevronDown className="i" aria-hidden />
            </button>
          }
          groups={[
            {
              value: layer,
              choices: [
                { value: '', title: texts.allLayers },
                ...layers.map((each) => ({ value: each, title: each })),
              ],
              onChange: (chosen) => go({ layer: chosen }),
            },
          ]}
        />
      )}
    </div>
  );
}
