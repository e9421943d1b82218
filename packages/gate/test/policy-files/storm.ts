import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parsePolicyFile } from '@permesso/engine/text';

const writer = join(import.meta.dirname, 'writer.ts');

const start = `# The first line.
mode: default # chosen by hand

# What may run.
allow:
  - Read # everywhere
  # an old thought
ask:
  - 'Bash(git push:*)'   # odd   spacing

# What may not.
deny:
  - rule: Read(**/.env)
    guidance: Ask.   # words
# The last line.
`;

const comments = start.match(/#.*/g) ?? [];

interface Scratch {
  readonly home: string;
  readonly project: string;
  readonly file: string;
  readonly remove: () => void;
}

function makeScratch(): Scratch {
  const home = mkdtempSync(join(tmpdir(), 'permesso-storm-'));
  const project = join(home, 'project');
  mkdirSync(join(project, '.permesso'), { recursive: true });
  const file = join(project, '.permesso/policy.yaml');
  writeFileSync(file, start, { mode: 0o640 });
  return {
    home,
    project,
    file,
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 20 }),
  };
}

/** What is wrong with the file as anybody would read it now. */
function faultIn(file: string): string | undefined {
  const text = readFileSync(file, 'utf8');
  const { problems } = parsePolicyFile(text, { file });
  if (problems.length > 0) return `${problems[0]?.line}: ${problems[0]?.message}`;
  const lost = comments.filter((comment) => !text.includes(comment));
  return lost.length === 0 ? undefined : `lost ${lost.join(', ')}`;
}

function startWriter(
  { home, project }: Scratch,
  { name, count }: { name: string; count: number },
): ChildProcess {
  return spawn(process.execPath, [writer, home, project, name, String(count)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Five hundred processes start from the same sources.
    env: { ...process.env, NODE_COMPILE_CACHE: join(home, 'cache') },
  });
}

export interface Storm {
  readonly writers: number;
  readonly rulesEach: number;
  readonly rulesPresent: number;
  readonly reads: number;
  readonly badReads: readonly string[];
  readonly exits: readonly (number | null)[];
  readonly left: readonly string[];
}

/** Processes that write to one file at once while this one reads it all the time. */
export async function writeTogether(writers: number, rulesEach: number): Promise<Storm> {
  const scratch = makeScratch();
  try {
    const children = Array.from({ length: writers }, (_, n) =>
      startWriter(scratch, { name: `writer${n}`, count: rulesEach }),
    );
    const exits = children.map(async (child) => {
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    });
    const badReads: string[] = [];
    let reads = 0;
    while (children.some(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
      const fault = faultIn(scratch.file);
      if (fault !== undefined) badReads.push(fault);
      reads += 1;
      await wait(1);
    }
    const { layer } = parsePolicyFile(readFileSync(scratch.file, 'utf8'), { file: '' });
    const texts = [...(layer.allow ?? []), ...(layer.deny ?? [])].filter((rule) => typeof rule === 'string');
    const present = new Set(texts.filter((rule) => rule.startsWith('Bash(writer')));
    return {
      writers,
      rulesEach,
      rulesPresent: present.size,
      reads,
      badReads,
      exits: await Promise.all(exits),
      left: leftovers(scratch),
    };
  } finally {
    scratch.remove();
  }
}

function leftovers({ project }: Scratch): readonly string[] {
  return readdirSync(join(project, '.permesso')).filter(
    (name) => !['.gitignore', 'policy.yaml'].includes(name),
  );
}

export interface Kills {
  readonly kills: number;
  /** Killed while they held the lock, or between making the new file and renaming it. */
  readonly whileHolding: number;
  readonly torn: readonly string[];
  /** Whether somebody could still write afterwards, and what was left lying around then. */
  readonly writesAfter: boolean;
  readonly left: readonly string[];
}

/** Writers that are killed at a random moment, one after the other, on one file. */
export async function killWriters(kills: number, random: () => number = Math.random): Promise<Kills> {
  const scratch = makeScratch();
  try {
    const torn: string[] = [];
    let whileHolding = 0;
    for (let n = 0; n < kills; n += 1) {
      const child = startWriter(scratch, { name: `killed${n}`, count: 1000 });
      const gone = once(child, 'exit');
      const before = readFileSync(scratch.file, 'utf8');
      // Starting takes most of a second; the moments that matter come after the first write.
      while (child.exitCode === null && readFileSync(scratch.file, 'utf8') === before) await wait(1);
      await wait(random() * 20);
      child.kill('SIGKILL');
      await gone;
      if (leftovers(scratch).length > 0) whileHolding += 1;
      const fault = faultIn(scratch.file);
      if (fault !== undefined) torn.push(fault);
      // A short file is a quick one.
      if (n % 25 === 24) writeFileSync(scratch.file, start);
    }
    const last = startWriter(scratch, { name: 'last', count: 1 });
    await once(last, 'exit');
    const text = readFileSync(scratch.file, 'utf8');
    return {
      kills,
      whileHolding,
      torn,
      writesAfter: last.exitCode === 0 && text.includes('Bash(last-0:*)'),
      left: leftovers(scratch),
    };
  } finally {
    scratch.remove();
  }
}
