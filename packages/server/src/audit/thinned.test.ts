import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newSigningKey, readPublicKey } from '@permesso/protocol/bundle';
import {
  type CountsEntry,
  emptyTail,
  entryFields,
  type FieldName,
  type LogEntry,
  parseEntry,
  seal,
  type SentKinds,
  type Tail,
  thin,
} from '@permesso/protocol/entry';
import { countsLine, isCounts, segmentProblems } from '@permesso/protocol/proof';
import { followChain } from './follow-chain.ts';
import { withSignedCounts } from './ingest.ts';
import { readBatch } from './read-batch.ts';

const key = newSigningKey();
const agent = 'a0000000-0000-4000-8000-000000000000';
const publicKey = readPublicKey(key.publicKey);
if (publicKey === undefined) throw new Error('no key');
const signer = { agent, publicKey };

interface Made {
  readonly type: string;
  readonly verdict: string;
  readonly command: string;
  readonly call: number;
  readonly odd: boolean;
}

const made = fc.record<Made>({
  type: fc.constantFrom('decision', 'decision', 'decision', 'decision', 'end', 'start', 'answer', 'failure'),
  verdict: fc.constantFrom('allow', 'allow', 'allow', 'allow', 'ask', 'deny'),
  command: fc.constantFrom('git', 'npm', 'cat', 'ls'),
  call: fc.integer({ min: 1, max: 6 }),
  odd: fc.boolean(),
});
const logs = fc.array(made, { minLength: 1, maxLength: 60 });

function lineOf({ type, verdict, command, call, odd }: Made, tail: Tail): ReturnType<typeof seal> {
  const fields = new Map<FieldName, string>([
    ['at', '"2026-11-17T10:00:00.000Z"'],
    ['type', JSON.stringify(type)],
  ]);
  if (type === 'failure') return seal(fields.set('error', '"late"'), tail);
  fields
    .set('agent', '["main"]')
    .set('session', '"s"')
    .set('key', JSON.stringify(`k${call}`));
  fields.set('call', JSON.stringify({ tool: 'Bash', input: { command: `${command} x` } }));
  if (type === 'end') fields.set('ok', String(!odd));
  if (type === 'answer') fields.set('verdict', verdict === 'deny' ? '"deny"' : '"allow"');
  if (type === 'decision') {
    const rules = [{ verdict, text: `Bash(${command}:*)`, layer: 'user' }];
    const parts = [{ label: `${command} x`, verdict, step: 'rule', reason: 'a rule' }];
    fields.set('verdict', JSON.stringify(verdict)).set('mode', '"default"');
    fields.set('receipt', JSON.stringify({ parts, rules, ...(odd && call === 1 ? { errors: ['x'] } : {}) }));
  }
  return seal(fields, tail);
}

interface Line {
  readonly text: string;
  readonly entry: LogEntry;
}

function chainOf(entries: readonly Made[], from: Tail = emptyTail): readonly Line[] {
  let tail = from;
  return entries.map((each) => {
    const sealed = lineOf(each, tail);
    tail = sealed;
    const entry = parseEntry(sealed.line);
    if (entry === undefined) throw new Error('no entry');
    return { text: sealed.line, entry };
  });
}

const nothingSent: SentKinds = { day: '', kinds: new Set() };

interface Sent {
  readonly kept: readonly Line[];
  readonly left: readonly Line[];
  /** In the place of what was left out. */
  readonly counts: Line | undefined;
  readonly text: string;
}

/** As an agent sends a run; `lie` leaves out what it likes. */
function sendThinned(lines: readonly Line[], lie?: (line: Line) => boolean): Sent {
  const honest = thin(lines, nothingSent);
  const left = lie === undefined ? honest.left : lines.filter(lie);
  const kept = lines.filter((line) => !left.includes(line));
  const [first] = lines;
  const last = left.at(-1)?.entry;
  if (last === undefined || first === undefined) return { kept, left, counts: undefined, text: joined(kept) };
  const before = { seq: first.entry.seq - 1, hash: first.entry.prev };
  const text = countsLine({ before, last, left: left.map(({ entry }) => entry), agent, key: key.privateKey });
  const entry = parseEntry(text);
  if (entry === undefined) throw new Error('no entry');
  const all = [...kept, { text, entry }].toSorted((a, b) => a.entry.seq - b.entry.seq);
  return { kept, left, counts: { text, entry }, text: joined(all) };
}

function joined(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('');
}

function tally(lines: readonly { readonly entry: LogEntry }[]): Readonly<Record<string, number>> {
  const counted: Record<string, number> = {};
  const add = (of: readonly (string | undefined)[], count: number): void => {
    const name = of.map((each) => each ?? '').join(' | ');
    counted[name] = (counted[name] ?? 0) + count;
  };
  for (const { entry } of lines)
    if (entry.type === 'counts')
      for (const { type, verdict, tool, rule, count } of entry.counts.kinds)
        add([type, verdict, tool, rule], count);
    else {
      const { type, verdict, tool, rule } = entryFields(entry);
      add([type, verdict, tool, rule], 1);
    }
  return counted;
}

const hashes = ({ kept, counts }: Sent): ReadonlyMap<number, string> =>
  new Map(
    kept
      .filter(({ entry }) => entry.seq < (counts?.entry.seq ?? 0))
      .map(({ entry }) => [entry.seq, entry.hash]),
  );

function problemsOf(sent: Sent, lines: readonly Line[]): readonly string[] {
  const { counts } = sent;
  if (counts === undefined) return [];
  const run = lines.filter(({ entry }) => entry.seq <= counts.entry.seq);
  return segmentProblems({
    counts: counts.entry as CountsEntry,
    kept: hashes(sent),
    lines: run.map(({ text }) => Buffer.from(text.trimEnd())),
  });
}

describe('a thinned log', () => {
  test('counts what the whole log counts, follows its chain, and holds when the rest is asked for', async () => {
    await fc.assert(
      fc.asyncProperty(logs, async (entries) => {
        const lines = chainOf(entries);
        const sent = sendThinned(lines);
        const batch = await readBatch(Buffer.from(sent.text), undefined);
        expect([batch.changed, batch.foreign]).toEqual([[], 0]);
        expect(tally(batch.entries)).toEqual(tally(lines));
        const followed = followChain(batch, { head: emptyTail, acceptGap: false });
        const end = lines.at(-1)?.entry;
        expect(followed).toMatchObject({ findings: [], head: { seq: end?.seq, hash: end?.hash } });
        expect(problemsOf(sent, lines)).toEqual([]);
        if (sent.counts !== undefined) expect(isCounts(sent.counts.entry, signer)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('keeps every deny, ask, answer and failure, calls that failed, and the first of each kind', () => {
    fc.assert(
      fc.property(logs, (entries) => {
        const { kept, left } = sendThinned(chainOf(entries));
        for (const { entry } of left) {
          expect(['decision', 'start', 'end']).toContain(entry.type);
          if (entry.type === 'decision') expect(entry.verdict).toBe('allow');
          if (entry.type === 'end') expect(entry.ok).toBe(true);
        }
        const rulesOf = (lines: readonly Line[]): readonly string[] =>
          lines.flatMap(({ entry }) =>
            entry.type === 'decision' && entry.verdict === 'allow'
              ? (entry.receipt.rules[0]?.text ?? [])
              : [],
          );
        const sentRules = new Set(rulesOf(kept));
        expect(rulesOf(left).filter((rule) => !sentRules.has(rule))).toEqual([]);
      }),
    );
  });

  test('goes on behind what is stored, and what overlaps is asked for again', async () => {
    const lines = chainOf(Array.from({ length: 10 }, () => plainAllow));
    const [, second] = [sendThinned(lines.slice(0, 5)), sendThinned(lines.slice(5))];
    const head = { seq: 5, hash: lines[4]?.entry.hash ?? '' };
    const batch = await readBatch(Buffer.from(second.text), undefined);
    expect(followChain(batch, { head, acceptGap: false })).toMatchObject({ findings: [], head: { seq: 10 } });
    const inside = { seq: 7, hash: lines[6]?.entry.hash ?? '' };
    expect(followChain(batch, { head: inside, acceptGap: true })).toEqual({ expected: 8 });
    expect(followChain(batch, { head: emptyTail, acceptGap: false })).toEqual({ expected: 1 });
  });
});

const plainAllow: Made = { type: 'decision', verdict: 'allow', command: 'git', call: 1, odd: false };

describe('a lie in it', () => {
  const deny: Made = { ...plainAllow, verdict: 'deny', call: 2 };
  const whole = chainOf([plainAllow, plainAllow, deny, plainAllow, plainAllow]);

  test('a deny that is left out is found when the entries are asked for', () => {
    const sent = sendThinned(whole, ({ entry }) => entry.seq > 1);
    expect(problemsOf(sent, whole)).toContain('entry 3 was left out and must not be: decision deny');
  });

  test('another chain in place of the one that was signed for is found', () => {
    const sent = sendThinned(whole, ({ entry }) => entry.seq > 1);
    const other = chainOf([plainAllow, plainAllow, plainAllow, plainAllow, plainAllow]);
    expect(problemsOf(sent, other).join()).toContain('not the one that was signed for');
    expect(problemsOf(sent, whole.slice(0, 4)).join()).toContain('not the one that was signed for');
    expect(problemsOf(sent, [...whole.slice(0, 2), ...whole.slice(3)]).join()).toContain('does not follow');
  });

  test('of many lines of counts one is checked, and the others are changed lines', async () => {
    const { counts } = sendThinned(whole);
    if (counts === undefined) throw new Error('nothing was left out');
    const batch = await readBatch(Buffer.from(counts.text.repeat(3)), undefined);
    const caller = { kind: 'agent', organisation: '', project: '', owner: '', ...signer } as const;
    const { entries, changed } = withSignedCounts(batch, caller);
    expect([entries.length, changed]).toEqual([1, [counts.entry.seq, counts.entry.seq]]);
    const kind = (counts.entry as CountsEntry).counts.kinds[0];
    const kinds = Array.from({ length: 10_001 }, () => kind);
    expect(isCounts({ ...counts.entry, counts: { kinds } } as unknown as CountsEntry, signer)).toBe(false);
  });

  test('a count that was changed is signed by nobody, and one that the agent signed is found', async () => {
    const honest = sendThinned(whole);
    const { counts } = honest;
    if (counts === undefined) throw new Error('nothing was left out');
    const entry = counts.entry as CountsEntry;
    const more = { ...entry, counts: { ...entry.counts, kinds: entry.counts.kinds.map(twice) } };
    expect(isCounts(more, signer)).toBe(false);
    const stranger = newSigningKey();
    expect(isCounts(entry, { agent, publicKey: readPublicKey(stranger.publicKey) ?? signer.publicKey })).toBe(
      false,
    );
    expect(isCounts(entry, { ...signer, agent: 'another' })).toBe(false);

    // Signed, and one entry is missing that it does not count.
    const text = countsLine({
      before: emptyTail,
      last: entryAt(whole, 5),
      left: [entryAt(whole, 2), entryAt(whole, 4)],
      agent,
      key: key.privateKey,
    });
    const batch = await readBatch(Buffer.from(`${whole[0]?.text}${whole[2]?.text}${text}`), undefined);
    expect(followChain(batch, { head: emptyTail, acceptGap: false })).toMatchObject({
      findings: [{ what: 'miscounted', first: 1, last: 5 }],
    });
  });

  test('every lie about what is left out of a random log is found', () => {
    fc.assert(
      fc.property(logs, fc.infiniteStream(fc.boolean()), (entries, coins) => {
        const lines = chainOf(entries);
        const honest = new Set(thin(lines, nothingSent).left.map(({ entry }) => entry.seq));
        const chosen = lines.filter(() => coins.next().value === true);
        const sent = sendThinned(lines, (line) => chosen.includes(line));
        const isLie = chosen.some(({ entry }) => isNews(entry));
        if (isLie) expect(problemsOf(sent, lines)).not.toEqual([]);
        if (chosen.every(({ entry }) => honest.has(entry.seq))) expect(problemsOf(sent, lines)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('a span that begins elsewhere than the chain does is found', async () => {
    const sent = sendThinned(chainOf([plainAllow, plainAllow], { seq: 4, hash: 'f'.repeat(64) }));
    const batch = await readBatch(Buffer.from(sent.text), undefined);
    expect(followChain(batch, { head: { seq: 4, hash: 'e'.repeat(64) }, acceptGap: false })).toMatchObject({
      findings: [{ what: 'unlinked' }],
    });
  });
});

function twice<T extends { readonly count: number }>(kind: T): T {
  return { ...kind, count: kind.count * 2 };
}

function entryAt(lines: readonly Line[], seq: number): LogEntry {
  const found = lines.find(({ entry }) => entry.seq === seq)?.entry;
  if (found === undefined) throw new Error(`no entry ${seq}`);
  return found;
}

/** What a team must always see. */
function isNews(entry: LogEntry): boolean {
  if (entry.type === 'decision') return entry.verdict !== 'allow';
  return entry.type === 'answer' || entry.type === 'failure' || (entry.type === 'end' && !entry.ok);
}
