import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Approver } from '@permesso/protocol/approval';
import { createGate } from '@permesso/gate/gate';
import { fileLog, type Log, readHead } from '@permesso/gate/log';
import type { ToolCall } from '@permesso/engine/call';

/**
 * The directory of a log with so many entries, all written by a real log: the first of them decided by a real gate, the others
 * what it decided, again. Making a million takes minutes, so it is made once and lies in the directory for temporary files
 * until somebody removes it.
 */
export async function longLog(entries: number): Promise<string> {
  const directory = join(tmpdir(), `permesso-long-log-${entries}`);
  if ((readHead(directory)?.seq ?? 0) >= entries) return directory;
  const unfinished = `${directory}.unfinished`;
  for (const old of [directory, unfinished]) rmSync(old, { recursive: true, force: true, maxRetries: 20 });
  mkdirSync(unfinished);
  await fill(unfinished, entries);
  renameSync(unfinished, directory);
  return directory;
}

/** As many are decided: more of them would tell nothing new and take an hour. */
const mostDecided = 60_000;

/** Found nowhere but in the oldest entry: a search for it reads everything. */
export const oldestWord = 'once-upon-a-time';

async function fill(directory: string, entries: number): Promise<void> {
  const log = fileLog({ directory, keepFiles: 10_000 });
  const count = { written: 0 };
  const decided: Parameters<Log['write']>[0][] = [];
  const counted: Log = {
    write: (entry) => {
      log.write(entry);
      decided.push(entry);
      count.written += 1;
    },
  };
  const approver: Approver = () => Promise.resolve({ verdict: count.written % 7 === 0 ? 'deny' : 'allow' });
  const gate = createGate({
    policy: {
      allow: ['Read', 'Bash(npm run:*)', 'Bash(git status)', 'Bash(make:*)'],
      ask: ['Bash(git push:*)'],
      deny: ['Bash(sudo:*)', 'Read(**/.env*)'],
    },
    approver,
    log: counted,
  });
  for (let at = 0; count.written < Math.min(entries, mostDecided); at++) {
    await gate.authorize(callAt(at));
    if (at % 500 === 0) log.flush();
  }
  // The oldest is the only one of its kind.
  for (let at = 1; count.written < entries; at = (at % (decided.length - 1)) + 1, count.written++) {
    const entry = decided[at];
    if (entry !== undefined) log.write(entry);
    if (at % 500 === 0) log.flush();
  }
  log.close();
}

/** What agents do all day: much of it again and again, some of it never twice, most of it allowed. */
function callAt(at: number): ToolCall {
  const session = `session-${Math.floor(at / 400)}`;
  const caller = { session, host: 'codex', cwd: `/home/ada/project-${Math.floor(at / 5000) % 20}` };
  const shell = (command: string): ToolCall => ({ tool: 'Bash', input: { command }, ...caller });
  if (at === 0) return shell(`npm run ${oldestWord}`);
  switch (at % 16) {
    case 0:
      return shell(`git push origin feature-${at}`);
    case 1:
    case 2:
      return {
        tool: 'Read',
        input: { file_path: `${caller.cwd}/src/file-${(at * 7) % 30_011}.ts` },
        ...caller,
      };
    case 3:
      return shell(`sudo systemctl restart service-${at % 97}`);
    case 4:
      return shell(`npm run test -- --grep "case ${at}" | tail -20`);
    case 5:
      return shell('git status');
    case 6:
      return shell(`make build-${at % 53} && npm run lint`);
    default:
      return shell(`npm run task-${(at * 31) % 997}`);
  }
}
