import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { approvalFiles } from '../../src/approval/stores/approval-files.ts';
import { grantFiles, rememberedIn } from '../../src/approval/stores/grant-files.ts';

const run = promisify(execFile);
const processes = 8;
const asks = 2000;
const kinds = 100;

interface Report {
  readonly asked: number;
  readonly late: number;
  readonly allowed: number;
  readonly granted: number;
  readonly failed: readonly string[];
}

test(`${processes} processes of one session, ${asks} asks: no grant is lost, no question answered twice`, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-session-'));
  try {
    const script = new URL('session-process.ts', import.meta.url).pathname;
    const reports = await Promise.all(
      Array.from({ length: processes }, async (_, own) => {
        const args = [script, directory, String(own), String(asks / processes), String(kinds)];
        return JSON.parse((await run(process.execPath, args)).stdout) as Report;
      }),
    );
    const sum = (name: 'asked' | 'late' | 'allowed' | 'granted'): number =>
      reports.reduce((total, report) => total + report[name], 0);
    expect(reports.flatMap(({ failed }) => failed)).toEqual([]);
    expect(sum('allowed')).toBe(asks);

    const rules = grantFiles({ state: directory, session: 's1' })
      .list()
      .map(({ rules: [rule] }) => rule?.text ?? '')
      .toSorted();
    expect(rules).toEqual(Array.from({ length: kinds }, (_, kind) => `Bash(make part-${kind})`).toSorted());

    const approvals = approvalFiles(join(directory, 'approvals')).list();
    expect(approvals.map(({ state }) => state)).toEqual(approvals.map(() => 'consumed'));
    expect(approvals).toHaveLength(kinds);
    // Several may have been asked at once; one answer counted and the others were told.
    expect(sum('asked') - sum('late')).toBe(kinds);

    const hits = rememberedIn(directory).reduce((total, one) => total + one.hits, 0);
    // Every call was let through by an answer that it waited for, or by the grant.
    expect(hits + sum('granted')).toBe(asks);
    process.stdout.write(
      `${processes} processes, ${asks} asks: ${kinds} questions, ${sum('asked')} put, ${sum('late')} answers too late, ${hits} calls let through by a grant\n`,
    );
    for (const path of [join(directory, 'sessions'), ...filesBelow(directory)])
      expect(statSync(path).mode & 0o077).toBe(0);
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 20 });
  }
});

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
