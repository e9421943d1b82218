import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { joinTeam, teamDirectory, type Membership } from '@permesso/gate/team';
import type { Team } from './harness.ts';
import { compiled } from '../../permesso/test/compiled.ts';
import { builtCommandLine, builtHook } from '../../permesso/test/built.ts';

/** A home and a project of its own, joined to a team, where the real programs run. */
export interface Machine {
  readonly home: string;
  readonly work: string;
  readonly places: { readonly home: string; readonly env: Record<string, string>; readonly managed: string };
  readonly teamDirectory: string;
  readonly logDirectory: string;
  readonly membership: Membership;
  /** Writes below the home. */
  readonly write: (path: string, text: string) => void;
  /** `permesso ...`, as a process. */
  readonly permesso: (...args: readonly string[]) => Promise<Ended>;
  /** One hook process of Claude Code for one shell command, as that host starts it. */
  readonly hook: (command: string, ...options: readonly string[]) => Promise<string>;
  /** The same, with all that the host is told. */
  readonly hookText: (command: string, ...options: readonly string[]) => Promise<string>;
  readonly remove: () => void;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function joinedMachine(
  server: { readonly url: string },
  team: Team,
  policy: string = `team: ${server.url}\n`,
): Promise<Machine> {
  const home = mkdtempSync(join(tmpdir(), 'permesso-machine-'));
  const work = join(home, 'work');
  mkdirSync(work);
  const places = { home, env: {}, managed: join(home, 'managed') };
  const directory = teamDirectory(places);
  const membership = await joinTeam({ url: server.url, token: team.enrolment, name: 'a machine', directory });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  // Hooks start no looks of their own unless a test removes this: tests look themselves, at moments they choose.
  write('.local/state/permesso/team/looked', '');
  write('.config/permesso/policy.yaml', policy);
  const run = (file: string, args: readonly string[], stdin = ''): Promise<Ended> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [file, ...args], {
        cwd: work,
        // Programs that a test installs come first.
        env: { ...compiled, PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: home },
      });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (data: Buffer) => (stdout += String(data)));
      child.stderr.on('data', (data: Buffer) => (stderr += String(data)));
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, stdout, stderr }));
      child.stdin.on('error', () => undefined);
      child.stdin.end(stdin);
    });
  const hookText = async (command: string, ...options: readonly string[]): Promise<string> => {
    const call = {
      session_id: 'a session',
      cwd: work,
      hook_event_name: 'PreToolUse',
      transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
      tool_name: 'Bash',
      tool_input: { command },
    };
    const { stdout, stderr } = await run(builtHook, ['claude-code', ...options], JSON.stringify(call));
    if (stderr !== '') throw new Error(stderr);
    return stdout;
  };
  return {
    home,
    work,
    places,
    membership,
    teamDirectory: directory,
    logDirectory: join(home, '.local/state/permesso/log'),
    write,
    permesso: (...args) => run(builtCommandLine, args),
    hookText,
    hook: async (command, ...options) => {
      const stdout = await hookText(command, ...options);
      return (/"permissionDecision":"(\w+)"/.exec(stdout) ?? [])[1] ?? stdout;
    },
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 20 }),
  };
}

export async function soon(is: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    if (await is()) return;
    await wait(50);
  }
  throw new Error('it did not happen in time');
}
