/**
 * Stands between the gateway and a server: `record-shim.ts LOG COMMAND ARGS...`. Every byte that reaches the server is
 * in the log first. The log begins with this process's and the server's ids.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, writeSync } from 'node:fs';

const [, , log = '', command = '', ...args] = process.argv;
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
appendFileSync(`${log}.pids`, `${process.pid} ${child.pid}\n`);
process.stdin.on('data', (bytes: Buffer) => {
  appendFileSync(log, bytes);
  child.stdin.write(bytes);
});
process.stdin.on('end', () => child.stdin.end());
child.stdin.on('error', () => undefined);
// In order and at once: a server that is killed has said what it has said.
child.stdout.on('data', (bytes: Buffer) => {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) process.exit(1);
    }
  }
});
child.on('close', (code) => process.exit(code ?? 1));
