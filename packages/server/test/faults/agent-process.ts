import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

/** What an agent says about what it has seen, one line each. */
export type Journal =
  | { readonly decided: string }
  /** Calls whose entries it was able to write. */
  | { readonly recorded: readonly string[] }
  /** A question to the team, and what came of it. */
  | { readonly asked: string; readonly verdict: string }
  /** The last entry that it knows the server to have. */
  | { readonly shipped: number }
  | { readonly failed: string }
  | { readonly trouble: string };

/** What all lives of one agent have said. */
export interface AgentSeen {
  readonly recorded: Set<string>;
  /** Command -> verdict. */
  readonly asked: Map<string, string>;
  shipped: number;
  decided: number;
  /** Verdicts about calls that its policy allows, and that were not allow. */
  readonly notAllowed: string[];
  failed: number;
  trouble: string;
}

export interface AgentProcess {
  readonly seen: AgentSeen;
  readonly pid: () => number;
  /** As a power cut would; the next life begins at once. */
  readonly kill: () => Promise<void>;
  /** Lets it finish: its last words are that everything was sent. */
  readonly finish: () => Promise<void>;
}

export interface AgentOptions {
  readonly home: string;
  readonly name: string;
  /** Holds by how much its clock is wrong. */
  readonly clockFile: string;
}

export function startAgent({ home, name, clockFile }: AgentOptions): AgentProcess {
  const seen: AgentSeen = {
    recorded: new Set(),
    asked: new Map(),
    shipped: 0,
    decided: 0,
    notAllowed: [],
    failed: 0,
    trouble: '',
  };
  let life = 0;
  let child: ChildProcess;
  let ended: Promise<void>;

  function live(): void {
    const flags = ['--import', join(import.meta.dirname, 'shift-clock.ts')];
    const program = join(import.meta.dirname, 'real-agent.ts');
    const born = spawn(process.execPath, [...flags, program, home, `${name}-${++life}`], {
      env: { PATH: process.env['PATH'] ?? '', HOME: home, PERMESSO_TEST_CLOCK: clockFile },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child = born;
    born.stdin.on('error', () => undefined);
    const lines = createInterface({ input: born.stdout });
    // A line that a kill has torn is not a line.
    lines.on('line', (line) => {
      if (line.endsWith('}')) note(JSON.parse(line) as Journal);
    });
    ended = new Promise((resolve) => lines.once('close', () => resolve()));
  }

  function note(said: Journal): void {
    if ('recorded' in said) for (const each of said.recorded) seen.recorded.add(each);
    if ('asked' in said) seen.asked.set(said.asked, said.verdict);
    if ('shipped' in said) seen.shipped = Math.max(seen.shipped, said.shipped);
    if ('failed' in said) seen.failed += 1;
    if ('trouble' in said) seen.trouble = said.trouble;
    if ('decided' in said) {
      seen.decided += 1;
      if (said.decided !== 'allow' && said.decided !== 'stopped by its clock')
        seen.notAllowed.push(said.decided);
    }
  }

  live();
  return {
    seen,
    pid: () => child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
      live();
    },
    finish: async () => {
      child.stdin?.end();
      await ended;
    },
  };
}
