import { Plus, Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ActivityCounts, LocalStats } from '@permesso/protocol/console/activity';
import { visible } from '@permesso/protocol/text/show-text';
import { agentName } from '../agent-names.ts';
import { countText } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceMenu, type ChoiceGroup } from '../ui/choice-menu.tsx';
import { Verdict, type ShownVerdict } from '../ui/verdict.tsx';
import { isFiltered, noFilter, type ActivityPlace, type FilterName } from './address.ts';
import { folderName, kinds, momentText } from './words.ts';

export interface FilterBarProps extends ActivityPlace {
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly counts: ActivityCounts | undefined;
  readonly mostAsked: LocalStats['mostAsked'];
}

/** Search, then what is filtered as chips, then what else can be. */
export function FilterBar(props: FilterBarProps) {
  const { address, go, words, onWords, field } = props;
  return (
    <div className="filters" role="search" aria-label="Filter the entries">
      <label className="input find">
        <Search className="i" aria-hidden />
        <input
          ref={field}
          type="search"
          aria-label="Find in calls and reasons"
          placeholder="Search text"
          value={words}
          onChange={(event) => onWords(event.target.value)}
        />
        <kbd className="end">/</kbd>
      </label>
      <Chips address={address} go={go} />
      <ChoiceMenu
        trigger={
          <button type="button" className="chip add">
            <Plus className="i" aria-hidden />
            Filter
          </button>
        }
        groups={groupsOf(props)}
      />
      {isFiltered(address) && (
        <Button kind="ghost" isSmall onClick={() => go(noFilter)}>
          Clear
        </Button>
      )}
    </div>
  );
}

const chipTitles: readonly (readonly [FilterName, string, (value: string) => string])[] = [
  ['type', 'Show', (value) => kinds.find((kind) => kind.value === value)?.title ?? value],
  ['verdict', 'Verdict', (value) => value],
  ['tool', 'Tool', (value) => value],
  ['host', 'Agent', agentName],
  ['project', 'Project', folderName],
  ['session', 'Session', (value) => value.slice(0, 12)],
];

function Chips({ address, go }: ActivityPlace) {
  const { from, to } = address;
  return (
    <>
      {chipTitles.map(([name, title, say]) => {
        const value = address[name] ?? '';
        return (
          value !== '' && (
            <button
              key={name}
              type="button"
              className="chip on"
              aria-label={`Remove the filter ${title} ${visible(say(value))}`}
              onClick={() => go({ [name]: '' })}
            >
              {title} <b className="cut">{visible(say(value))}</b>
              <X className="i" aria-hidden />
            </button>
          )
        );
      })}
      {from !== undefined && (
        <button
          type="button"
          className="chip on"
          aria-label={`Remove the filter Time ${timeText(from, to)}`}
          onClick={() => go({ from: '', to: '' })}
        >
          Time <b>{timeText(from, to)}</b>
          <X className="i" aria-hidden />
        </button>
      )}
    </>
  );
}

function timeText(from: string, to: string | undefined): string {
  return `${momentText(Number(from))} – ${to === undefined ? 'now' : momentText(Number(to))}`;
}

function groupsOf({ address, go, onWords, counts, mostAsked }: FilterBarProps): readonly ChoiceGroup[] {
  const facet = (
    name: 'verdict' | 'tool' | 'host' | 'project',
    title: string,
    say: (value: string) => string = (value) => value,
  ): ChoiceGroup => ({
    title,
    value: address[name] ?? '',
    onChange: (value) => go({ [name]: value }),
    choices: (counts?.facets[name] ?? []).slice(0, 30).map(({ name: value, count }) => ({
      value,
      title: visible(say(value)).slice(0, 80),
      note: count.toLocaleString('en'),
    })),
  });
  return [
    verdictFacet(facet('verdict', 'Verdict')),
    facet('tool', 'Tool'),
    facet('host', 'Agent', agentName),
    facet('project', 'Project', folderName),
    {
      title: 'Show',
      value: address.type ?? 'calls',
      onChange: (value) => go({ type: value === 'calls' ? '' : value }),
      choices: kinds,
    },
    {
      title: 'Asked most',
      value: '',
      onChange: onWords,
      choices: mostAsked.slice(0, 8).map(({ what, prompts, approved, denied }) => ({
        value: what,
        title: <code>{visible(what)}</code>,
        note: `${countText(prompts, 'time')}, ${approved} approved, ${denied} denied`,
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

/** What is typed counts at once; the address follows when nobody types any more. */
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
