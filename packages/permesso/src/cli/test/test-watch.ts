import { watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';

/** Changes come in bursts: an editor writes, renames and touches. */
const quiet = 100;

/** No more directories than this are watched: a policy is spread over a few. */
const mostDirectories = 50;

/**
 * Calls back when a policy or test file beside one of these changes, once per burst, until the signal aborts. Watches
 * directories and not files: a replaced file is a new file.
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
    // A directory that is removed ends its watcher, not the program.
    for (const watcher of watchers) watcher.on('error', () => watcher.close());
  });
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
}
