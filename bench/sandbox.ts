import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openSandbox, type SandboxProfile } from '@permesso/gate/sandbox';
import { benchAsUser } from './as-user.ts';
import { quantile, rounded } from './measure.ts';

const rounds = 60;

/**
 * `bash -c true` in the sandbox and bare, turn by turn in one living process.
 */
export async function benchSandbox(): Promise<Record<string, unknown>> {
  if (process.geteuid?.() === 0) return benchAsUser(import.meta.filename, 'benchSandbox');
  const place = mkdtempSync('/var/tmp/permesso-bench-');
  const sandbox = openSandbox({ folder: join(place, 'state') });
  const project = join(place, 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  const profile: SandboxProfile = {
    writable: [project],
    readOnly: ['.git', '.claude', '.vscode', '.envrc', '.permesso'].map((name) => join(project, name)),
    hidden: [],
    hosts: [],
    environment: ['PATH', 'HOME'],
  };
  const inside = async (): Promise<void> => {
    const running = await sandbox.start('true', { profile, cwd: project });
    await running.ended;
  };
  try {
    const times = { sandboxed: [] as number[], bare: [] as number[] };
    for (let round = -5; round < rounds; round++) {
      const sandboxed = await timed(inside);
      const bare = await timed(runBare);
      // The first rounds prove the sandbox and start its engine.
      if (round >= 0) times.sandboxed.push(sandboxed);
      if (round >= 0) times.bare.push(bare);
    }
    const middle = (values: readonly number[]): number => quantile(values, 0.5);
    return {
      bench: 'sandbox',
      ratio: rounded(middle(times.sandboxed) / middle(times.bare)),
      aim: 8,
      milliseconds: { sandboxed: rounded(middle(times.sandboxed)), bare: rounded(middle(times.bare)) },
    };
  } finally {
    await sandbox.close();
    rmSync(place, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function runBare(): Promise<void> {
  const child = spawn('/bin/bash', ['-c', 'true'], { stdio: ['pipe', 'pipe', 'pipe'] });
  return new Promise((resolve) => {
    child.once('close', () => resolve());
  });
}
