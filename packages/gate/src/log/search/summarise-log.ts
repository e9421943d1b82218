import type { DecisionEntry, LogEntry } from '@permesso/protocol/entry';
import { summarise, type Summary } from './refusal-summary.ts';
import { tallyRefusals, type Refusal } from './refusals.ts';

/** Open requests whose answer may follow; in a very long log the oldest are dropped. */
const mostOpen = 10_000;

/** What was refused, and exactly what to add, according to the log. Streams. */
export function summariseLog(entries: Iterable<LogEntry>): Summary {
  const tally = tallyRefusals();
  const open = new Map<string, DecisionEntry>();
  let decided = 0;
  let lost = 0;
  const close = (key: string | undefined): DecisionEntry | undefined => {
    const asked = open.get(key ?? '');
    open.delete(key ?? '');
    return asked;
  };
  for (const entry of entries) {
    if (entry.type === 'answer') {
      const asked = close(entry.key);
      if (entry.verdict === 'deny' && asked !== undefined) tally.add(refusalOf(asked));
    }
    if (entry.type !== 'decision') continue;
    // A request settled without an answer was decided again, as the same call.
    if (close(entry.key) === undefined) decided += 1;
    if (entry.verdict === 'deny') tally.add(refusalOf(entry));
    if (entry.verdict !== 'ask') continue;
    if (open.size >= mostOpen) {
      const [oldest] = open.keys();
      if (oldest !== undefined) open.delete(oldest);
      lost += 1;
    }
    open.set(entry.key ?? `entry ${entry.seq}`, entry);
  }
  const unanswered = open.size + lost;
  const summary = summarise({ list: tally.list, decided: () => decided });
  return unanswered === 0 ? summary : { ...summary, unanswered };
}

function refusalOf({ call, receipt }: DecisionEntry): Omit<Refusal, 'times'> {
  const parts = receipt.parts.filter(({ verdict }) => verdict !== 'allow');
  return {
    tool: call.tool,
    what: parts.map(({ label }) => label).join('; '),
    why: [...new Set(parts.map(({ reason }) => reason))].join('; ') || (receipt.errors ?? []).join('; '),
    rules: receipt.offer ?? [],
  };
}
