import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readLog } from '../../src/log/file/read-log.ts';
import { verifyLog } from '../../src/log/file/verify-log.ts';
import { killWriters } from './faults.ts';

const writer = fileURLToPath(new URL('writer.ts', import.meta.url));

test('eight processes, one session, 2,000 entries: no torn line, none lost, one chain', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-eight-'));
  try {
    const codes = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const child = spawn(process.execPath, [writer, directory, `p${at}`, '250'], {
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        const [code] = (await once(child, 'exit')) as [number];
        return code;
      }),
    );
    expect(codes).toEqual(Array.from({ length: 8 }, () => 0));
    expect(verifyLog(directory)).toMatchObject({ ok: true, entries: 2000, findings: [] });
    const ids = new Set<unknown>();
    for (const entry of readLog(directory)) if (entry.type === 'decision') ids.add(entry.call.input['id']);
    expect(ids.size).toBe(2000);
    expect(readdirSync(directory).filter((name) => name.startsWith('lock'))).toEqual([]);
  } finally {
    rmSync(directory, { recursive: true, maxRetries: 20 });
  }
});

test('writers that are killed lose nothing they had written (a slice of npm run tools -- faults:log)', async () => {
  const report = await killWriters({ kills: 8 });
  expect(report).toMatchObject({ kills: 8, lost: [], broken: [] });
  expect(report.entries).toBeGreaterThan(0);
});
