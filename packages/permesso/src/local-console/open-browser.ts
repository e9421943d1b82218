import { spawn } from 'node:child_process';
import { keyLives } from './browser-session.ts';
import type { Served } from './serve.ts';
import { writeLaunchFile } from './launch-file.ts';

export interface OpenBrowserOptions {
  readonly state: string;
  /** What opens a file as its owner would: the desktop's own when absent. */
  readonly program?: string;
}

/** On Windows the program opens a folder, or a file with what its kind is for. */
const desktopProgram = { darwin: 'open', win32: 'explorer.exe' }[process.platform as string] ?? 'xdg-open';

/** Opens the console in the person's browser. The returned function takes back what nobody has used. */
export function openBrowser(
  { address, entered }: Pick<Served, 'address' | 'entered'>,
  { state, program = desktopProgram }: OpenBrowserOptions,
): () => void {
  const { file, remove } = writeLaunchFile(state, address);
  const timer = setTimeout(remove, keyLives);
  timer.unref();
  void entered.then(remove);
  // Detached: the Ctrl-C that ends the console shall not end the browser.
  const child = spawn(program, [file], { stdio: 'ignore', detached: true });
  // No browser at hand: the address was printed.
  child.on('error', remove);
  child.unref();
  return () => {
    clearTimeout(timer);
    remove();
  };
}
