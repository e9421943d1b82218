import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileLog } from '../../src/log/file/file-log.ts';
import { readLog } from '../../src/log/file/read-log.ts';
import { verifyLog, type ChainFinding } from '../../src/log/file/verify-log.ts';

export interface FaultReport {
  readonly kills: number;
  /** Writes that had returned before the kill. */
  readonly acknowledged: number;
  readonly entries: number;
  /** Torn lines, each named by a mark. */
  readonly torn: number;
  /** Acknowledged entries that the log does not hold. */
  readonly lost: readonly string[];
  readonly broken: readonly ChainFinding[];
}

const writer = fileURLToPath(new URL('writer.ts', import.meta.url));

/** Kills writers that share one log, several at a time, and looks at what is left after each round. */
export async function killWriters({
  kills,
  together = 4,
}: {
  kills: number;
  together?: number;
}): Promise<FaultReport> {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-faults-'));
  const acknowledged = new Set<string>();
  try {
    for (let done = 0; done < kills; done += together) {
      const round = Array.from({ length: Math.min(together, kills - done) }, (_, at) =>
        killOne(directory, `k${done + at}`),
      );
      for (const ids of await Promise.all(round)) for (const id of ids) acknowledged.add(id);
      const { findings } = verifyLog(directory);
      // Until the next write a torn end stands without its mark; anything else is already a loss.
      const worse = findings.filter(({ severity, what }) => severity === 'broken' && what !== 'torn');
      if (worse.length > 0) return report(directory, { kills: done + together, acknowledged });
    }
    return report(directory, { kills, acknowledged });
  } finally {
    rmSync(directory, { recursive: true, maxRetries: 20 });
  }
}

function report(directory: string, about: { kills: number; acknowledged: Set<string> }): FaultReport {
  // The next writer finds whatever the last kill left.
  const log = fileLog({ directory });
  log.write({ type: 'failed', at: Date.now(), error: 'after the last kill' });
  log.close();
  const missing = new Set(about.acknowledged);
  let entries = 0;
  for (const entry of readLog(directory)) {
    entries += 1;
    if (entry.type === 'decision') missing.delete(String(entry.call.input['id']));
  }
  const { findings } = verifyLog(directory);
  return {
    kills: about.kills,
    acknowledged: about.acknowledged.size,
    entries,
    torn: findings.filter(({ what, severity }) => what === 'torn' && severity === 'note').length,
    lost: [...missing],
    broken: findings.filter(({ severity }) => severity === 'broken'),
  };
}

/** Starts a writer, lets it write for a moment, kills it, and gives what it said it had written. */
async function killOne(directory: string, name: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, [writer, directory, name, '1000000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const exited = once(child, 'exit');
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), Math.random() * 200);
    said += text;
  });
  await exited;
  // The last line may be torn itself.
  return said.split('\n').slice(1, -1);
}
