import { watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';

/** Changes come in bursts: an editor writes, renames and touches. */
const quiet = 100;

/** More directories than these are not watched: a policy lies in a few. */
const mostDirectories = 50;

/**
 * Calls back when a policy or test file beside one of these changes, once for a burst, until the signal says stop.
 * Directories and not files: a file that is replaced is another file.
 */
export async function watchBeside(
  files: readonly string[],
  { onChange, signal }: { readonly onChange: () => void; readonly signal: AbortSignal },
): Promise<void> {
  const directories = [...new Set(files.map((file) => dirname(file)))].slice(0, mostDirectories);
  let timer: NodeJS.Timeout | undefined;
  const watchers = directories.map((directory): FSWatcher =>
    watch(directory, (_event, name) => {
      if (name !== null && !/\.(?:ya?ml|json)$/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, quiet);
    }),
  );
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
    // A directory that goes away ends the watching of it, not the program.
    for (const watcher of watchers) watcher.on('error', () => watcher.close());
  });
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
}
