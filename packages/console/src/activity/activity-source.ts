import type { ListedEntry } from '@permesso/protocol/console';
import { useSession } from '../session/session.ts';
import { activityTexts } from './texts.ts';
import type { MenuChoice } from '../ui/choice-menu.tsx';

/** The differences between one machine's log and the entries sent by a team's agents. */
export interface ActivitySource {
  readonly name: 'local' | 'team';
  /** The kind of entries that are calls. */
  readonly calls: string;
  /** The time ranges on offer. */
  readonly ranges: readonly MenuChoice[];
  /** The filter that only the other console has: its links may name it. */
  readonly foreign: 'host' | 'agent';
  /** The parameter that requests as much as possible at once. */
  readonly whole: string;
  /** Finds the other entries about the same call. */
  readonly about: (entry: ListedEntry, key: string) => Readonly<Record<string, string>>;
  /** Milliseconds between polls of the counts. */
  readonly lookEvery: number;
  readonly texts: (typeof activityTexts.of)['local' | 'team'];
}

const all = activityTexts.ranges;

const local: ActivitySource = {
  name: 'local',
  calls: 'calls',
  ranges: all,
  foreign: 'agent',
  whole: '&whole=1',
  about: (_, key) => ({ key }),
  lookEvery: 5000,
  texts: activityTexts.of.local,
};

const team: ActivitySource = {
  name: 'team',
  calls: 'decision',
  ranges: all.filter(({ value }) => value !== '1h' && value !== 'all'),
  foreign: 'host',
  whole: '',
  about: ({ agent = '' }, key) => ({ agent, words: key.slice(0, 200) }),
  lookEvery: 10_000,
  texts: activityTexts.of.team,
};

export function useActivitySource(): ActivitySource {
  return useSession().who.mode === 'team' ? team : local;
}
