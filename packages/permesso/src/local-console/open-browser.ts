import { spawn } from 'node:child_process';
import { keyLives } from './browser-session.ts';
import type { Served } from './serve.ts';
import { writeLaunchFile } from './launch-file.ts';

export interface OpenBrowserOptions {
  readonly state: string;
  /** Opens the file; the desktop's default program when absent. */
  readonly program?: string;
}

/** On Windows this opens a folder, or a file with its default program. */
const desktopProgram = { darwin: 'open', win32: 'explorer.exe' }[process.platform as string] ?? 'xdg-open';

/** Opens the console in the person's browser. The returned function revokes an unused file. */
export function openBrowser(
  { address, entered }: Pick<Served, 'address' | 'entered'>,
  { state, program = desktopProgram }: OpenBrowserOptions,
): () => void {
  const { file, remove } = writeLaunchFile(state, address);
  const timer = setTimeout(remove, keyLives);
  timer.unref();
  void entered.then(remove);
  // Detached: the Ctrl-C that ends the console must not end the browser.
  const child = spawn(program, [file], { stdio: 'ignore', detached: true });
  // No browser available: the URL was printed.
  child.on('error', remove);
  child.unref();
  return () => {
    clearTimeout(timer);
    remove();
  };
}
