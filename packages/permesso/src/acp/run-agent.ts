import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { decidePermission } from './decide.ts';
import { createProxy } from './proxy.ts';
import { splitLines } from './split-lines.ts';

export interface RunOptions {
  readonly command: readonly [string, ...string[]];
  readonly input: Readable;
  readonly output: Writable;
  readonly complain: (text: string) => void;
  /** The Permesso command line, used for the occasional sync with the team's server. */
  readonly program: string;
}

/** How long an agent may take to exit after its editor has gone. */
const graceMs = 5000;

/** Runs the agent behind the proxy until either side ends. Returns the agent's exit code. */
export async function runAgent({
  command: [file, ...args],
  input,
  output,
  complain,
  program,
}: RunOptions): Promise<number> {
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = Promise.withResolvers<number>();
  child.on('error', (error) => {
    complain(`permesso acp: the agent could not be started: ${error.message}`);
    ended.resolve(69);
  });
  child.on('close', (code) => ended.resolve(code ?? 1));
  // Either side may exit first. Writes to it then fail, and its close event ends the other side.
  child.stdin.on('error', () => undefined);
  output.on('error', () => child.kill());
  const proxy = createProxy({
    toEditor: (bytes) => forward(bytes, { to: output, from: child.stdout }),
    toAgent: (bytes) => forward(bytes, { to: child.stdin, from: input }),
    decide: (asked) => decidePermission(asked, { program }),
  });
  const fromAgent = splitLines({
    line: proxy.fromAgent,
    part: (bytes) => forward(bytes, { to: output, from: child.stdout }),
  });
  const fromEditor = splitLines({
    line: proxy.fromEditor,
    part: (bytes) => forward(bytes, { to: child.stdin, from: input }),
  });
  child.stdout.on('data', fromAgent.push);
  child.stdout.on('end', fromAgent.end);
  input.on('data', fromEditor.push);
  input.on('end', () => {
    fromEditor.end();
    child.stdin.end();
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
  });
  const stop = (): void => void child.kill();
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  const code = await ended.promise;
  process.off('SIGTERM', stop);
  process.off('SIGINT', stop);
  input.pause();
  return code;
}

/** Backpressure: reads no faster than the other side writes. */
function forward(bytes: Buffer, { to, from }: { readonly to: Writable; readonly from: Readable }): void {
  if (to.destroyed || to.writableEnded || to.write(bytes)) return;
  from.pause();
  to.once('drain', () => from.resume());
}
