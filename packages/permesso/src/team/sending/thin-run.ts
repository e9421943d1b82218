import { join } from 'node:path';
import { countsLine } from '@permesso/protocol/proof';
import { type LogEntry, type SentKinds, thin } from '@permesso/protocol/entry';
import { readText } from '../../storage/read-text.ts';
import { replaceFile } from '../../storage/replace-file.ts';
import type { Membership } from '../../storage/membership.ts';
import { runText, type LogRun, type RunLine } from './log-runs.ts';

export interface ThinOptions {
  readonly directory: string;
  readonly membership: Membership;
  readonly now: number;
}

export interface ThinnedRun {
  readonly text: string;
  readonly sent: SentKinds | undefined;
}

/**
 * Milliseconds for which a run of which nothing must be sent in full may wait for more: a line of counts is as long as an entry,
 * so one for each minute would save nothing. As long as the periods that a server counts in.
 */
const patience = 30 * 60_000;
const fewest = 500;

/** What is sent of a run. Nothing where it can wait. */
export function thinRun(run: LogRun, { directory, membership, now }: ThinOptions): ThinnedRun | undefined {
  const whole = linked(run.lines);
  // What is torn or changed is evidence: all of it is sent.
  if (whole === undefined) return { text: runText(run), sent: undefined };
  const [first] = whole;
  const { kept, left, sent } = thin(whole, readSentKinds(directory));
  const last = left.at(-1);
  if (last === undefined || first === undefined) return { text: runText(run), sent };
  const age = now - Date.parse(first.entry.at);
  if (kept.length === 0 && left.length < fewest && age >= 0 && age < patience) return undefined;
  const before = { seq: first.entry.seq - 1, hash: first.entry.prev };
  const { agent, privateKey: key } = membership;
  const counts = countsLine({ before, last: last.entry, left: left.map(({ entry }) => entry), agent, key });
  // In its place: the server goes from number to number.
  const at = kept.findIndex(({ entry }) => entry.seq > last.entry.seq);
  const lines = kept.map(({ text }) => text);
  return { text: lines.toSpliced(at === -1 ? lines.length : at, 0, counts).join(''), sent };
}

type WholeLine = RunLine & { readonly entry: LogEntry };

/** Nothing where one line does not follow the other. */
function linked(lines: readonly RunLine[]): readonly WholeLine[] | undefined {
  const isLinked = lines.every(({ entry }, at) => {
    const before = lines[at - 1]?.entry;
    if (entry === undefined) return false;
    return at === 0 || (before !== undefined && entry.seq === before.seq + 1 && entry.prev === before.hash);
  });
  return isLinked ? (lines as readonly WholeLine[]) : undefined;
}

const fileName = 'sent-kinds.json';
/** Beyond so many in a day, the first of each is sent once more. */
const mostKinds = 5000;

/** Whatever is missing here is sent again, and harms nobody. */
function readSentKinds(directory: string): SentKinds {
  const read = readText(join(directory, fileName));
  const [, day, list] =
    /^\{"day":"(\d{4}-\d\d-\d\d)","kinds":\["?([\da-f",]*?)"?\]\}$/.exec('text' in read ? read.text : '') ??
    [];
  return day === undefined ? { day: '', kinds: new Set() } : { day, kinds: new Set(list?.split('","')) };
}

export function writeSentKinds(directory: string, { day, kinds }: SentKinds): void {
  const text = JSON.stringify({ day, kinds: [...kinds].slice(-mostKinds) });
  replaceFile(join(directory, fileName), { text, mode: 0o600 });
}
