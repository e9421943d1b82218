import { spawn, type ChildProcess } from 'node:child_process';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly complaint: string;
}

/** One command, without a shell: what is selected in an editor is an argument and never text for one. */
export function runPermesso(program: string, args: readonly string[], cwd: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: 30_000 });
    let [out, complaint] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.on('error', (error) =>
      reject(
        new Error(
          `${program} could not be started (${error.message}): install it with npm install -g permesso, or set permesso.program`,
        ),
      ),
    );
    child.on('close', (code) => resolve({ code, out, complaint }));
  });
}

export interface StartedConsole {
  /** Works once. */
  readonly address: string;
  readonly process: ChildProcess;
}

/** Starts the local console and waits for the address that it prints. It ends with `process.kill()`. */
export function startConsole(program: string, cwd: string): Promise<StartedConsole> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['ui', '--no-open'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, complaint] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const address = /^http:\/\/127\.0\.0\.1:\d+\/\S*$/mu.exec(out)?.[0];
      if (address !== undefined) resolve({ address, process: child });
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`permesso ui ended with ${code}: ${complaint}`)));
  });
}
