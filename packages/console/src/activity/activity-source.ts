import type { ListedEntry } from '@permesso/protocol/console';
import { useSession } from '../session/session.ts';
import { activityTexts } from './texts.ts';
import type { MenuChoice } from '../ui/choice-menu.tsx';

/** What differs between the log of a machine and the entries that the agents of a team have sent. */
export interface ActivitySource {
  readonly name: 'local' | 'team';
  /** The kind of entries that are calls. */
  readonly calls: string;
  /** What is counted by. */
  readonly ranges: readonly MenuChoice[];
  /** A filter that means nothing here: links of the other console may name it. */
  readonly foreign: 'host' | 'agent';
  /** Asks for as much as possible at once. */
  readonly whole: string;
  /** Finds the other entries about the same call. */
  readonly about: (entry: ListedEntry, key: string) => Readonly<Record<string, string>>;
  /** Milliseconds between two looks at the counts. */
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
