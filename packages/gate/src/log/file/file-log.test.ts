import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureDecision } from '@permesso/engine/decision';
import { asIs, canonicalJson } from '@permesso/engine/call';
import { fileLog, type FileLogOptions } from './file-log.ts';
import type { Entry } from '../entry/log.ts';
import type { LogEntry } from '@permesso/protocol/entry';
import { readLog, readLogBackwards } from './read-log.ts';
import { verifyLog } from './verify-log.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'permesso-log-'));
});

afterEach(() => rmSync(directory, { recursive: true, maxRetries: 20 }));

function decided(command: string): Entry {
  return {
    type: 'decided',
    at: 1_700_000_000_000,
    call: {
      tool: 'Bash',
      input: { command },
      session: 's',
      agent: { name: 'a', parents: ['main'] },
      host: 'h',
    },
    decision: failureDecision('x'),
    callKey: 'key',
    policy: 'rev',
  };
}

function write(commands: readonly string[], options: Partial<FileLogOptions> = {}): void {
  const log = fileLog({ directory, ...options });
  for (const command of commands) log.write(decided(command));
  log.close();
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `command ${at + 1}`);
}

function active(): string {
  return join(directory, 'log.jsonl');
}

function lines(): string[] {
  return readFileSync(active(), 'utf8').split('\n').slice(0, -1);
}

function rewrite(change: (lines: string[]) => readonly string[]): void {
  writeFileSync(
    active(),
    change(lines())
      .map((line) => `${line}\n`)
      .join(''),
  );
}

describe('an entry', () => {
  test('tells who wanted what, what became of it and why, in one canonical line', () => {
    write(['npm publish']);
    const [line = ''] = lines();
    const { hash, ...entry } = JSON.parse(line) as LogEntry;
    expect(entry).toMatchObject({
      v: 1,
      seq: 1,
      type: 'decision',
      at: '2023-11-14T22:13:20.000Z',
      session: 's',
      agent: ['a', 'main'],
      host: 'h',
      call: { tool: 'Bash', input: { command: 'npm publish' } },
      key: 'key',
      policy: 'rev',
      verdict: 'deny',
      mode: 'default',
      prev: '0'.repeat(64),
      receipt: { parts: [{ verdict: 'deny', step: 'checkDeny' }], rules: [] },
    });
    const body = canonicalJson(entry, asIs);
    expect(line).toBe(`${body.slice(0, -1)},"hash":"${hash}"}`);
  });

  test('holds no secret, in a value or in a name, nor a hash of one', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const log = fileLog({ directory });
    log.write(decided(`curl -H "Authorization: Bearer ${secret}" https://api.example/`));
    log.write({
      ...decided('x'),
      call: { tool: 'T', input: { [secret]: { deep: [secret] } } },
    } as Entry);
    log.close();
    expect(readFileSync(active(), 'utf8')).not.toContain(secret);
    const [first] = readLog(directory);
    expect(first).toMatchObject({ redacted: expect.arrayContaining([expect.any(String)]) });
    expect(first).not.toMatchObject({ key: 'key' });
  });

  test('survives input that is not JSON', () => {
    const input: Record<string, unknown> = { big: 1n, date: new Date(0), nan: Number.NaN, fn: () => 1 };
    input['self'] = input;
    Object.defineProperty(input, '__proto__', { value: { polluted: true }, enumerable: true });
    const log = fileLog({ directory });
    log.write({ ...decided('x'), call: { tool: 'T', input } } as Entry);
    log.close();
    expect(verifyLog(directory)).toMatchObject({ ok: true, entries: 1 });
    const [entry] = readLog(directory);
    expect(entry).toMatchObject({
      call: { input: { big: '<bigint>', date: '<Date>', nan: '<number NaN>' } },
    });
  });

  test('is cut when it is very long', () => {
    write(['x '.repeat(400_000)]);
    const [entry] = readLog(directory);
    expect(entry).toMatchObject({ cut: true });
    expect(statSync(active()).size).toBeLessThan(200_000);
    expect(verifyLog(directory).ok).toBe(true);
  });
});

describe('the files', () => {
  test('are for their owner alone, and made so again', () => {
    write(['a']);
    for (const name of readdirSync(directory))
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    chmodSync(active(), 0o644);
    write(['b']);
    expect(statSync(active()).mode & 0o777).toBe(0o600);
  });

  test('leave nothing of the lock behind', () => {
    write(['a']);
    expect(readdirSync(directory).toSorted()).toEqual(['head.json', 'log.jsonl']);
  });

  test('are rotated by size, and the chain goes on', () => {
    write(numbered(50), { maxBytes: 4000, flush: 'entry' });
    expect(readdirSync(directory).filter((name) => /^log\.\d+\.jsonl$/.test(name)).length).toBeGreaterThan(5);
    expect(verifyLog(directory)).toMatchObject({ ok: true, entries: 50, first: 1, last: { seq: 50 } });
    expect([...readLog(directory)].map(({ seq }) => seq)).toEqual(numbered(50).map((_, at) => at + 1));
  });

  test('can be read from the end', () => {
    write(numbered(1000), { maxBytes: 200_000 });
    const seqs = [...readLogBackwards(directory)].map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 1000 }, (_, at) => 1000 - at));
  });

  test('entries of one turn are in the file when it ends, or when somebody says so', async () => {
    const log = fileLog({ directory });
    for (const command of numbered(3)) log.write(decided(command));
    log.flush();
    expect(verifyLog(directory, { partial: true }).entries).toBe(3);
    for (const command of numbered(100)) log.write(decided(command));
    expect([...readLog(directory)].length).toBeGreaterThanOrEqual(3 + 96);
    await expect.poll(() => verifyLog(directory)).toMatchObject({ ok: true, entries: 103 });
    log.close();
  });

  test('a process that ends without closing writes what waits', () => {
    const script = `import { fileLog } from ${JSON.stringify(new URL('file-log.ts', import.meta.url).href)};
      fileLog({ directory: ${JSON.stringify(directory)} }).write({ type: 'failed', at: 1, error: 'last words' });
      process.exit(0);`;
    execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
    expect(verifyLog(directory)).toMatchObject({ ok: true, entries: 1 });
    expect(readdirSync(directory).toSorted()).toEqual(['head.json', 'log.jsonl']);
  });

  test.each(['entry', 'turn'] as const)('flushed by %s, the entries are the same', (flush) => {
    write(numbered(70), { flush, maxBytes: 9000 });
    expect(verifyLog(directory)).toMatchObject({ ok: true, entries: 70 });
  });

  test('durable writes are the same entries', () => {
    write(numbered(3), { durable: true });
    expect(verifyLog(directory)).toMatchObject({ ok: true, entries: 3 });
  });

  test('two logs in one process share the chain', () => {
    const one = fileLog({ directory });
    const two = fileLog({ directory });
    for (let at = 0; at < 20; at++) (at % 3 === 0 ? one : two).write(decided(`c${at}`));
    one.close();
    two.close();
    expect(verifyLog(directory)).toMatchObject({ ok: true, entries: 20 });
  });
});

describe('verify', () => {
  beforeEach(() => write(numbered(10)));

  test('an untouched log is whole', () => {
    expect(verifyLog(directory)).toMatchObject({ ok: true, entries: 10, findings: [] });
  });

  test('a flipped bit is found in every byte of a line', () => {
    const whole = readFileSync(active());
    const begin = whole.indexOf('\n') + 1;
    const end = whole.indexOf('\n', begin);
    const missed: number[] = [];
    for (let at = begin; at <= end; at++) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(whole.readUInt8(at) ^ (1 << (at % 8)), at);
      writeFileSync(active(), changed);
      const { ok, findings } = verifyLog(directory);
      if (ok || !findings.some(({ line }) => line >= 2 && line <= 3)) missed.push(at);
    }
    expect(missed).toEqual([]);
  });

  test.each([1, 5, 10])('line %i removed is missing', (number) => {
    rewrite((all) => all.toSpliced(number - 1, 1));
    const { ok, findings } = verifyLog(directory);
    expect(ok).toBe(false);
    expect(findings).toEqual([expect.objectContaining({ first: number, last: number })]);
  });

  test('two lines swapped', () => {
    rewrite((all) => all.toSpliced(4, 2, all[5] ?? '', all[4] ?? ''));
    const { ok, findings } = verifyLog(directory);
    expect(ok).toBe(false);
    expect(findings).toMatchObject([
      { what: 'missing', line: 5, first: 5 },
      { what: 'moved', line: 6, first: 5 },
    ]);
  });

  test('a line twice', () => {
    rewrite((all) => all.toSpliced(4, 0, all[3] ?? ''));
    expect(verifyLog(directory).findings).toMatchObject([{ what: 'moved', line: 5, first: 4 }]);
  });

  test('a changed entry with its hash made again', () => {
    const other = mkdtempSync(join(tmpdir(), 'permesso-other-'));
    const log = fileLog({ directory: other });
    for (let at = 0; at < 5; at++) log.write(decided(at === 4 ? 'something else' : `command ${at + 1}`));
    log.close();
    const forged = readFileSync(join(other, 'log.jsonl'), 'utf8').split('\n')[4] ?? '';
    rmSync(other, { recursive: true, maxRetries: 20 });
    rewrite((all) => all.toSpliced(4, 1, forged));
    expect(verifyLog(directory).findings).toMatchObject([{ what: 'unlinked', line: 6, first: 5, last: 6 }]);
  });

  test.each([1, 40, 400])('a tail truncated by %i bytes', (bytes) => {
    truncateSync(active(), statSync(active()).size - bytes);
    const { ok, findings } = verifyLog(directory);
    expect(ok).toBe(false);
    expect(findings).toContainEqual(expect.objectContaining({ what: 'cut', first: 10, last: 10 }));
  });

  test('three entries cut off the end', () => {
    rewrite((all) => all.slice(0, 7));
    expect(verifyLog(directory).findings).toMatchObject([{ what: 'cut', first: 8, last: 10 }]);
  });

  test('the head removed', () => {
    unlinkSync(join(directory, 'head.json'));
    expect(verifyLog(directory)).toMatchObject({ ok: false, findings: [{ what: 'no-head' }] });
  });

  test('everything replaced by a chain of its own is found by a hash noted elsewhere', () => {
    const noted = verifyLog(directory).last?.hash ?? '';
    expect(verifyLog(directory, { expect: noted }).ok).toBe(true);
    for (const name of readdirSync(directory)) unlinkSync(join(directory, name));
    write(numbered(9));
    expect(verifyLog(directory).ok).toBe(true);
    expect(verifyLog(directory, { expect: noted }).ok).toBe(false);
  });

  test('a beginning moved away is missing, unless it may be', () => {
    rewrite((all) => all.slice(4));
    expect(verifyLog(directory).findings).toMatchObject([{ what: 'missing', first: 1, last: 4 }]);
    expect(verifyLog(directory, { partial: true })).toMatchObject({ ok: true, first: 5 });
  });
});

describe('after a crash', () => {
  beforeEach(() => write(numbered(5)));

  test.each([0, 1, 17])(
    'a torn line is marked by the next write, which goes on (%i bytes left out)',
    (left) => {
      const torn = (lines()[4] ?? '').slice(0, 100 + left);
      appendFileSync(active(), torn);
      expect(verifyLog(directory)).toMatchObject({ ok: false, findings: [{ what: 'torn', line: 6 }] });
      write(['next']);
      const { ok, entries, findings } = verifyLog(directory);
      expect(findings).toMatchObject([{ severity: 'note', what: 'torn', line: 6 }]);
      expect({ ok, entries }).toEqual({ ok: true, entries: 7 });
      expect([...readLog(directory)].map(({ type }) => type).slice(5)).toEqual(['mark', 'decision']);
    },
  );

  test('a mark that was torn itself is marked together with what it was about', () => {
    appendFileSync(active(), '{"agent":["ma\n{"at":"20');
    write(['next']);
    expect(verifyLog(directory)).toMatchObject({ ok: true, findings: [{ severity: 'note', what: 'torn' }] });
  });

  test('what was written under a mark cannot be changed later', () => {
    appendFileSync(active(), '{"torn');
    write(['next']);
    rewrite((all) => all.with(5, '{"TORN'));
    expect(verifyLog(directory)).toMatchObject({ ok: false });
  });

  test('a head that fell behind is not a finding', () => {
    const head = readFileSync(join(directory, 'head.json'));
    write(['next']);
    writeFileSync(join(directory, 'head.json'), head);
    expect(verifyLog(directory)).toMatchObject({ ok: true, entries: 6 });
    write(['after']);
    expect(verifyLog(directory)).toMatchObject({ ok: true, entries: 7, findings: [] });
  });

  test('entries cut off the end are said to be missing by the next writer', () => {
    rewrite((all) => all.slice(0, 3));
    write(['next']);
    expect(verifyLog(directory)).toMatchObject({
      ok: false,
      findings: [{ what: 'missing', first: 4, last: 5, line: 4 }],
    });
    expect([...readLog(directory)].map(({ seq }) => seq)).toEqual([1, 2, 3, 6, 7]);
  });

  test('a log whose files are gone says so', () => {
    unlinkSync(active());
    write(['next']);
    expect(verifyLog(directory)).toMatchObject({
      ok: false,
      findings: [{ what: 'missing', first: 1, last: 5 }],
    });
  });

  test('the lock of a process that is gone is broken', () => {
    const holder = JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), started: '1' });
    writeFileSync(join(directory, 'lock'), holder);
    write(['next']);
    expect(verifyLog(directory)).toMatchObject({ ok: true, entries: 6 });
    expect(readdirSync(directory).toSorted()).toEqual(['head.json', 'log.jsonl']);
  });

  test('the lock of a process that lives is waited for, and the entry kept', () => {
    const holder = JSON.stringify({ pid: process.pid, host: hostname(), started: '' });
    writeFileSync(join(directory, 'lock'), holder);
    const log = fileLog({ directory, waitMs: 30, flush: 'entry' });
    expect(() => log.write(decided('kept'))).toThrow(`held by process ${process.pid}`);
    unlinkSync(join(directory, 'lock'));
    log.write(decided('next'));
    log.close();
    const commands = [...readLog(directory)].map(
      (entry) => entry.type === 'decision' && entry.call.input['command'],
    );
    expect(commands.slice(5)).toEqual(['kept', 'next']);
  });

  test('entries that had to give way are counted where they are missing', () => {
    const holder = JSON.stringify({ pid: process.pid, host: hostname(), started: '' });
    writeFileSync(join(directory, 'lock'), holder);
    const log = fileLog({ directory, waitMs: 0, flush: 'entry' });
    for (const command of numbered(1003)) expect(() => log.write(decided(command))).toThrow('held by');
    unlinkSync(join(directory, 'lock'));
    log.write(decided('next'));
    log.write(decided('last'));
    log.close();
    const entries = [...readLog(directory)].slice(5);
    expect(entries).toHaveLength(1002);
    expect(entries[0]).toMatchObject({ type: 'failure', error: expect.stringMatching(/^4 entries/) });
    expect(entries[1]).toMatchObject({ type: 'decision', call: { input: { command: 'command 5' } } });
    expect(verifyLog(directory).ok).toBe(true);
  });
});
