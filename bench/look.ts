import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeHome } from '../packages/permesso/test/look/made-home.ts';
import { rounded } from './measure.ts';

const main = join(import.meta.dirname, '../packages/permesso/src/cli/main.ts');
const calls = 50_000;
const limit = 20;

/** `permesso look` over a month of made-up transcripts, beside a month of ten calls: the whole process, in seconds. */
export function benchLook(): Record<string, unknown> & { readonly ratio: number } {
  const few = lookTime(10);
  const many = lookTime(calls);
  return {
    bench: 'look',
    ratio: rounded(many.seconds / limit),
    limit: 1,
    calls: many.calls,
    seconds: rounded(many.seconds),
    processor: rounded(many.processor),
    secondsForTen: rounded(few.seconds),
    limitSeconds: limit,
  };
}

interface LookTime {
  readonly seconds: number;
  /** Seconds of the processor: steadier where other programs run. */
  readonly processor: number;
  readonly calls: number;
}

const tellsTime =
  "data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write(`%20cpu=${(user+system)/1e6}`)})";

function lookTime(count: number): LookTime {
  const home = mkdtempSync(join(tmpdir(), 'permesso-bench-look-'));
  try {
    makeHome({ home, calls: count, until: Date.parse('2026-11-16T00:00:00Z') });
    const start = process.hrtime.bigint();
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--conditions=@permesso/source', '--import', tellsTime, main, 'look', '--home', home, '--json'],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    if (status !== 0) throw new Error(`look ended with ${status}: ${stderr}`);
    const processor = Number(/cpu=([\d.]+)/.exec(stderr)?.[1]);
    return { seconds, processor, calls: (JSON.parse(stdout) as { readonly calls: number }).calls };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
