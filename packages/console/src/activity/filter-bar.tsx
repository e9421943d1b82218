import { Plus, Search, X } from 'lucide-react';
import { memo, useEffect, useRef, useState, type RefObject } from 'react';
import type { ActivityCounts, CallStats } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { momentText } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceMenu, type ChoiceGroup } from '../ui/choice-menu.tsx';
import { Verdict, type ShownVerdict } from '../ui/verdict.tsx';
import { isFiltered, noFilter, type ActivityPlace, type FilterName } from './address.ts';
import { activityTexts } from './texts.ts';

const texts = activityTexts.filters;

export interface FilterBarProps extends ActivityPlace {
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly counts: ActivityCounts | undefined;
  readonly mostAsked: CallStats['mostAsked'] | undefined;
  /** A filter value's display name. */
  readonly nameOf: NameOf;
}

type NameOf = (filter: FilterName, value: string) => string;

/** Search, then the active filters as chips, then further filters. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { address, go, words, onWords, field } = props;
  return (
    <div className="filters" role="search" aria-label={texts.label}>
      <label className="input find">
        <Search className="i" aria-hidden />
        <input
          ref={field}
          type="search"
          aria-label={texts.find}
          placeholder={texts.search}
          value={words}
          onChange={(event) => onWords(event.target.value)}
        />
        <kbd className="end">/</kbd>
      </label>
      <Chips address={address} go={go} nameOf={props.nameOf} />
      <ChoiceMenu
        trigger={
          <button type="button" className="chip add">
            <Plus className="i" aria-hidden />
            {texts.add}
          </button>
        }
        groups={groupsOf(props)}
      />
      {isFiltered(address) && (
        <Button kind="ghost" isSmall onClick={() => go(noFilter)}>
          {texts.clear}
        </Button>
      )}
    </div>
  );
});

const chipTitles: readonly (readonly [FilterName, string])[] = [
  ['type', texts.show],
  ['verdict', texts.verdict],
  ['tool', texts.tool],
  ['host', texts.agent],
  ['agent', texts.agent],
  ['project', texts.project],
  ['session', texts.session],
];

function Chips({ address, go, nameOf }: ActivityPlace & { readonly nameOf: NameOf }) {
  const { from, to } = address;
  const say = (name: FilterName, value: string): string =>
    name === 'type'
      ? (texts.kinds.find((kind) => kind.value === value)?.title ?? value)
      : name === 'session'
        ? value.slice(0, 12)
        : nameOf(name, value);
  return (
    <>
      {chipTitles.map(([name, title]) => {
        const value = address[name] ?? '';
        return (
          value !== '' && (
            <button
              key={name}
              type="button"
              className="chip on"
              aria-label={texts.remove(title, visible(say(name, value)))}
              onClick={() => go({ [name]: '' })}
            >
              {title} <b className="cut">{visible(say(name, value))}</b>
              <X className="i" aria-hidden />
            </button>
          )
        );
      })}
      {from !== undefined && (
        <button
          type="button"
          className="chip on"
          aria-label={texts.remove(texts.time, timeText(from, to))}
          onClick={() => go({ from: '', to: '' })}
        >
          {texts.time} <b>{timeText(from, to)}</b>
          <X className="i" aria-hidden />
        </button>
      )}
    </>
  );
}

function timeText(from: string, to: string | undefined): string {
  return `${momentText(Number(from))} – ${to === undefined ? texts.now : momentText(Number(to))}`;
}

function groupsOf(props: FilterBarProps): readonly ChoiceGroup[] {
  const { address, go, onWords, counts, mostAsked = [], nameOf } = props;
  const facet = (name: 'verdict' | 'tool' | 'host' | 'agent' | 'project', title: string): ChoiceGroup => ({
    title,
    value: address[name] ?? '',
    onChange: (value) => go({ [name]: value }),
    choices: (counts?.facets[name] ?? []).slice(0, 30).map(({ name: value, count }) => ({
      value,
      title: visible(nameOf(name, value)).slice(0, 80),
      note: count.toLocaleString('en'),
    })),
  });
  return [
    verdictFacet(facet('verdict', texts.verdict)),
    facet('tool', texts.tool),
    facet('host', texts.agent),
    facet('agent', texts.agent),
    facet('project', texts.project),
    {
      title: texts.show,
      value: address.type ?? 'calls',
      onChange: (value) => go({ type: value === 'calls' ? '' : value }),
      choices: texts.kinds,
    },
    {
      title: texts.askedMost,
      value: '',
      onChange: onWords,
      choices: mostAsked.slice(0, 8).map(({ what, prompts, approved, denied }) => ({
        value: what,
        title: <code>{visible(what)}</code>,
        note: texts.askedTimes(prompts, approved, denied),
      })),
    },
  ];
}

function verdictFacet(group: ChoiceGroup): ChoiceGroup {
  return {
    ...group,
    choices: group.choices.map((choice) => ({
      ...choice,
      title: <Verdict verdict={choice.value as ShownVerdict} />,
    })),
  };
}

const settlesAfter = 250;

/** Typing filters at once; the URL follows after a pause. */
export function useWords({ address, go }: ActivityPlace): readonly [string, (words: string) => void] {
  const known = address.words ?? '';
  const [words, setWords] = useState(known);
  const told = useRef(known);
  useEffect(() => {
    if (known === told.current) return;
    told.current = known;
    setWords(known);
  }, [known]);
  useEffect(() => {
    if (words === told.current) return undefined;
    const timer = setTimeout(() => {
      told.current = words;
      go({ words });
    }, settlesAfter);
    return () => clearTimeout(timer);
  }, [words]);
  return [words, setWords];
}
