import { emptyTail, seal as sealEntry, type Tail } from '@permesso/protocol/entry';

export interface Lines {
  readonly lines: readonly string[];
  readonly tail: Tail;
}

/** So many lines of an agent's log, after those that end with `tail`. */
export function makeLines(count: number, tail: Tail = emptyTail, word = 'echo'): Lines {
  const lines: string[] = [];
  let last = tail;
  for (let made = 0; made < count; made++) {
    const sealed = sealEntry(
      new Map([
        ['type', '"decision"'],
        ['at', `"${new Date(1_790_000_000_000 + last.seq).toISOString()}"`],
        ['verdict', last.seq % 10 === 0 ? '"deny"' : '"allow"'],
        ['mode', '"default"'],
        ['session', '"a session"'],
        ['agent', '["main"]'],
        [
          'call',
          `{"cwd":"/home/dev/project","input":{"command":"${word} ${last.seq}\\\\n\\u0000"},"tool":"Bash"}`,
        ],
        [
          'receipt',
          '{"parts":[{"label":"echo","reason":"read-only","step":"tool-allow","verdict":"allow"}],"rules":[]}',
        ],
      ]),
      last,
    );
    lines.push(sealed.line);
    last = { seq: sealed.seq, hash: sealed.hash };
  }
  return { lines, tail: last };
}
