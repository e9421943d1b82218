import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundAgents } from '@permesso/protocol/console';
import { openConsole } from '../../permesso/src/local-console/console.ts';
import type { Served } from '../../permesso/src/local-console/serve.ts';
import { startJob } from '../../permesso/src/local-console/start-job.ts';
import { demoHome, demoLog, demoPolicy } from './demo-log.ts';
import { newMachine, type Machine } from './stage.ts';

/** As `permesso doctor` says it where three agents are installed and two of them were tried. */
const agents: FoundAgents = {
  machine: [],
  hosts: [
    host('claude-code', 'Claude Code', {
      result: 'proven',
      why: 'it was denied a call that it tried',
      at: '2026-11-12',
    }),
    host('codex', 'Codex', { result: 'proven', why: 'it was denied a call that it tried', at: '2026-11-12' }),
    host('gemini-cli', 'Gemini CLI', { result: 'unproven', why: 'installed, the canary was never run' }),
  ],
};

function host(
  name: string,
  title: string,
  canary: FoundAgents['hosts'][number]['canary'],
): FoundAgents['hosts'][number] {
  return {
    name,
    title,
    program: `/usr/local/bin/${name}`,
    checks: [
      { name: 'registered', is: 'ok', what: 'the hook is registered' },
      { name: 'files', is: 'ok', what: 'the hook that is registered exists' },
    ],
    shadows: [],
    canary,
  };
}

export interface DemoMachine {
  readonly machine: Machine;
  readonly open: (pages: string) => Promise<Served>;
}

/** A machine on which a person has worked for sixty days. */
export async function demoMachine(entries: number): Promise<DemoMachine> {
  // A run that was ended leaves it behind.
  rmSync(demoHome, { recursive: true, force: true, maxRetries: 20 });
  const machine = newMachine(demoPolicy, demoHome);
  mkdirSync(machine.state, { recursive: true });
  cpSync(await demoLog(entries, Date.now()), join(machine.state, 'log'), { recursive: true });
  return {
    machine,
    open: (pages) =>
      openConsole({
        home: machine.home,
        env: {},
        managed: join(machine.home, 'none'),
        cwd: machine.project,
        by: 'ada',
        pages,
        // Agent programs are not installed where pictures are drawn.
        startJob: (job) => (job.is === 'doctor' ? Promise.resolve(agents) : startJob(job)),
      }),
  };
}
