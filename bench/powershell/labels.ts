import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Expression, readPowerShell, type Script } from '@permesso/engine/powershell';

/** [kind, text, start, end, extra] */
export type LabelledElement = readonly [string, string | null, number, number, unknown?];

/** One script as PowerShell's own parser read it; docs/powershell.md tells the fields. */
export interface LabelledScript {
  readonly id: string;
  readonly grp?: string;
  readonly s: string;
  readonly err?: readonly unknown[];
  readonly c: readonly {
    readonly n: string | null;
    readonly x: readonly [number, number];
    readonly op?: string;
    readonly bg?: 1;
    readonly e: readonly LabelledElement[];
  }[];
  readonly r?: readonly {
    readonly c: number;
    readonly k: string;
    readonly from: string;
    readonly to: LabelledElement | string;
    readonly x: readonly [number, number];
  }[];
  readonly m?: readonly {
    readonly n: string | null;
    readonly a: readonly LabelledElement[];
    readonly x: readonly [number, number];
  }[];
  readonly a?: readonly { readonly v: readonly (string | null)[] }[];
  readonly gt?: { readonly removes: readonly string[]; readonly overwrites: readonly string[] };
}

export function readLabels(file: string): readonly LabelledScript[] {
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LabelledScript);
}

export function labelName(file: string): string {
  return basename(file).replace(/\.jsonl\.gz$/u, '');
}

/** `missed`: a command that PowerShell runs is not there, and nothing was said of it. `differs`: a word, a redirection, a call. */
export type Agreement = 'agree' | 'doubt' | 'missed' | 'differs' | 'refused' | 'refused-read';

export function compareReading(label: LabelledScript): Agreement {
  const reading = readPowerShell(label.s);
  if (label.err !== undefined) return reading.understood ? 'refused-read' : 'refused';
  if (!reading.understood) return 'doubt';
  const found = commandsRead(reading.script);
  const wanted = label.c.map(({ op, x, bg, e }) => [op ?? '', ...x, bg === 1, e.map(labelledForm)]);
  const texts = new Set(found.map((command) => JSON.stringify(command)));
  if (wanted.some((command) => !texts.has(JSON.stringify(command)))) return 'missed';
  const isSame =
    found.length === wanted.length &&
    JSON.stringify(redirectionsRead(reading.script)) === JSON.stringify(redirectionsLabelled(label)) &&
    JSON.stringify(callsRead(reading.script)) === JSON.stringify(callsLabelled(label));
  return isSame ? 'agree' : 'differs';
}

function commandsRead({ commands }: Script): readonly (readonly unknown[])[] {
  return commands.map(({ operator, start, end, background, elements }) => [
    operator ?? '',
    start,
    end,
    background === true,
    elements.map(readForm),
  ]);
}

function redirectionsRead({ redirections, commands }: Script): readonly unknown[] {
  return sorted(
    redirections.map(({ command, kind, from, to, start, end }) => [
      start,
      end,
      kind,
      from,
      command === undefined ? -1 : commands.indexOf(command),
      typeof to === 'string' ? to : readForm(to),
    ]),
  );
}

function redirectionsLabelled({ r = [] }: LabelledScript): readonly unknown[] {
  return sorted(
    r.map(({ c, k, from, to, x }) => [...x, k, from, c, typeof to === 'string' ? to : labelledForm(to)]),
  );
}

function callsRead({ members }: Script): readonly unknown[] {
  return sorted(
    members.flatMap(({ args, start, end, name }) =>
      args === undefined ? [] : [[start, end, name.is === 'string' ? name.text : null, args.map(readForm)]],
    ),
  );
}

function callsLabelled({ m = [] }: LabelledScript): readonly unknown[] {
  return sorted(m.map(({ x, n, a }) => [...x, n, a.map(labelledForm)]));
}

function sorted(rows: readonly (readonly unknown[])[]): readonly unknown[] {
  return rows.toSorted((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]));
}

function readForm(e: Expression): unknown {
  switch (e.is) {
    case 'string':
      return ['s', e.start, e.end, e.text, e.quote];
    case 'expandable':
      return ['e', e.start, e.end, e.text, e.quote];
    case 'number':
      return ['n', e.start, e.end, e.text];
    case 'variable':
      // PowerShell has a kind of its own for these.
      if (/^using:/iu.test(e.name)) return ['o', e.start, e.end];
      return ['v', e.start, e.end, e.name, e.splat === true];
    case 'parameter':
      return ['p', e.start, e.end, e.name, e.value === undefined ? null : readForm(e.value)];
    case 'block':
      return ['b', e.start, e.end];
    case 'array':
      return ['a', e.start, e.end, e.items.map(readForm)];
    case 'list':
      return ['a', e.start, e.end, null];
    default:
      return ['o', e.start, e.end];
  }
}

function labelledForm([kind, text, start, end, extra]: LabelledElement): unknown {
  switch (kind) {
    case 's':
    case 'e':
      return [kind, start, end, text, extra];
    case 'n':
      return [kind, start, end, text];
    case 'v':
      return [kind, start, end, text, extra === '@'];
    case 'p':
      return [kind, start, end, text, Array.isArray(extra) ? labelledForm(extra as never) : null];
    case 'a':
      return [kind, start, end, Array.isArray(extra) ? (extra as never[]).map(labelledForm) : null];
    default:
      return [kind, start, end];
  }
}
