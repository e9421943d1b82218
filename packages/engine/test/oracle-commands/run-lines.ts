import type { World } from '../../src/world/world.ts';
import { claimOf, contradictions, plantsThatRan, scratchOf, type Contradiction } from './contradict.ts';
import { observe } from './observe.ts';
import type { Sandbox } from './sandbox.ts';
import { project } from './hostile-files.ts';

export interface Found extends Contradiction {
  readonly line: string;
}

export interface ProgramResult {
  readonly program: string;
  readonly lines: number;
  /** Lines that the engine allows without a rule, and how many of them the program ended well. */
  readonly reads: number;
  readonly succeeded: number;
  readonly timedOut: number;
  /** Lines of which nothing was traced: they prove nothing. */
  readonly unseen: number;
  readonly found: readonly Found[];
  /** Programs of the system that it started, and directories of its own that it wrote to, on lines that only read. */
  readonly starts: readonly string[];
  readonly scratch: readonly string[];
  /** Code of the repository that ran although the line asks for help or a version: worth knowing, whatever the row says. */
  readonly loads: readonly { readonly line: string; readonly what: string }[];
}

export interface RunOptions {
  readonly program: string;
  readonly sandbox: Sandbox;
  readonly world: World;
  readonly seconds: number;
  readonly until: number;
}

/** Every line against its facts. One contradiction of a kind about one thing is enough; it is made small. */
export async function runLines(lines: Iterable<string>, options: RunOptions): Promise<ProgramResult> {
  const { program, sandbox, world, seconds } = options;
  const found = new Map<string, Found>();
  const counts = { lines: 0, reads: 0, succeeded: 0, timedOut: 0, unseen: 0 };
  const starts = new Set<string>();
  const scratch = new Set<string>();
  const loads = new Map<string, string>();
  for (const line of lines) {
    if (Date.now() > options.until) break;
    const claim = claimOf(line, world);
    const ran = await sandbox.run({ text: line, seconds, given: takesNames(program) });
    const seen = observe(ran.trace, project);
    counts.lines += 1;
    if (ran.status === 'time') counts.timedOut += 1;
    if (ran.trace === '') counts.unseen += 1;
    if (claim.says === 'reads') {
      counts.reads += 1;
      if (ran.status === 0) counts.succeeded += 1;
      for (const path of seen.started.slice(1)) starts.add(path);
      for (const path of scratchOf(seen)) scratch.add(path);
    }
    const asksHelp =
      / (?:-h|-v|-V|--?help|--?version|help|version)$/u.test(line) && line.split(' ').length === 2;
    for (const what of asksHelp ? plantsThatRan(seen) : []) loads.set(`${line} ${what}`, what);
    for (const each of contradictions(claim, seen)) {
      const key = `${each.kind} ${each.what} ${line.split(' ').slice(0, 2).join(' ')}`;
      if (found.has(key) || found.size > 60) continue;
      found.set(key, { ...each, line: await shrink(line, each, options) });
    }
  }
  return {
    program,
    ...counts,
    found: [...smallest(found.values())],
    starts: [...starts].sort(),
    scratch: [...scratch].sort(),
    loads: [...loads].map(([key, what]) => ({ line: key.slice(0, -what.length - 1), what })),
  };
}

/** Words are left out as long as the same thing is still seen and not said. */
async function shrink(
  line: string,
  wanted: Contradiction,
  { program, sandbox, world, seconds }: RunOptions,
): Promise<string> {
  let words = line.split(' ');
  for (let at = words.length - 1; at > 0; at -= 1) {
    const fewer = words.filter((_, index) => index !== at);
    const text = fewer.join(' ');
    if (text.split("'").length % 2 === 0) continue;
    const claim = claimOf(text, world);
    const ran = await sandbox.run({ text, seconds, given: takesNames(program) });
    const again = contradictions(claim, observe(ran.trace, project));
    if (again.some(({ kind, what }) => kind === wanted.kind && what === wanted.what)) words = fewer;
  }
  return words.join(' ');
}

/** What it does, it does to names that it is given. */
function takesNames(program: string): boolean {
  return /^(?:g?xargs|parallel|sem|cpio|pax|entr|sponge|tee)$/u.test(program);
}

function smallest(all: Iterable<Found>): readonly Found[] {
  return [...new Map([...all].map((each) => [`${each.kind} ${each.what} ${each.line}`, each])).values()];
}
