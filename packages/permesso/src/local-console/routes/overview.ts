import { definedFields } from '@permesso/engine/call';
import type { AskedMost, FoundAgents, FreezeState, Overview } from '@permesso/protocol/console';
import { readFreeze, removeFreeze, writeFreeze, type PlaceOptions } from '@permesso/gate/disk';
import { get, post, Refused, textFrom, type Route } from '../route.ts';
import type { StartJob } from '../start-job.ts';
import { askedMost } from './asked-most.ts';
import type { LogReader } from './log-reader.ts';

export interface OverviewOptions {
  /** The project shown, and the location of this person's policy. */
  readonly place: PlaceOptions & { readonly cwd: string };
  readonly state: string;
  readonly reader: LogReader;
  readonly startJob: StartJob;
}

const periods = [1, 7, 30, 90];
const longestReason = 500;

/** The routes of the overview page. */
export function overviewRoutes({ place, state, reader, startJob }: OverviewOptions): readonly Route[] {
  async function examined(canary?: string): Promise<FoundAgents> {
    const job = { is: 'doctor', place, ...definedFields({ canary }) } as const;
    const result = (await startJob(job)) as FoundAgents | { readonly problem: string };
    if ('problem' in result) throw new Refused(result.problem);
    return result;
  }
  return [
    get('/api/overview', (query): Overview => reader.overview(daysIn(query), Date.now())),
    get('/api/asked-most', (query): Promise<AskedMost> => {
      reader.giveWay();
      return askedMost(reader.asked(daysIn(query), Date.now()), place);
    }),
    // Reads the settings of every agent program, so not in this process.
    get('/api/agents', () => examined()),
    post('/api/agents/canary', async (body) => {
      const host = textFrom(body, 'host');
      const { hosts } = await examined();
      if (!hosts.some(({ name }) => name === host)) throw new Refused('No such agent was found here.');
      return examined(host);
    }),
    get('/api/freeze', () => freezeNow(state)),
    post('/api/freeze', (body) => {
      const reason = textFrom(body, 'reason').trim().slice(0, longestReason);
      if (reason === '') throw new Refused('Enter a reason.');
      writeFreeze({ state }, { reason, since: new Date().toISOString() });
      return freezeNow(state);
    }),
    post('/api/unfreeze', () => {
      removeFreeze({ state });
      return freezeNow(state);
    }),
  ];
}

function freezeNow(state: string): FreezeState {
  const frozen = readFreeze({ state });
  return definedFields({ frozen });
}

function daysIn(query: URLSearchParams): number {
  const days = periods.find((each) => String(each) === (query.get('days') ?? '30'));
  if (days === undefined) throw new Refused(`\`days\` is one of ${periods.join(', ')}`);
  return days;
}
