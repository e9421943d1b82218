import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openConsole } from '../../local-console/console.ts';
import { openBrowser } from '../../local-console/open-browser.ts';
import { findPlaces } from '../../storage/policy-places.ts';
import { UsageError, type Command } from '../command.ts';
import { cwdOption, placeOptions } from '../policy-options.ts';

export const ui: Command = {
  name: 'ui',
  summary: 'Opens the console in a browser: pending requests, rules, a playground and the log.',
  usage: 'ui [options]',
  options: [
    { name: 'port', value: 'N', help: 'port to listen on (default: any free one)' },
    { name: 'no-open', help: 'print the address only' },
    cwdOption,
  ],
  examples: [
    ['permesso ui', 'opens the browser; agents wait for your answers while the page is open'],
    ['permesso ui --no-open --port 4711', 'prints the address, which works once'],
  ],
  alone: true,
  exitCodes: [[0, 'closed with Ctrl-C']],
  run: async (given, out) => {
    const port = Number(given.value('port') ?? 0);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new UsageError('--port takes a port number');
    const pages = fileURLToPath(new URL('../../console/', import.meta.url));
    if (!existsSync(pages)) throw new UsageError('the pages are not built: run `npm run build`');
    const { cwd } = placeOptions(given);
    const served = await openConsole({ cwd, by: userInfo().username, pages, port, command });
    out.print(`${served.address}\n\nThe address works once, in one browser. Ctrl-C ends it.`);
    const { state } = findPlaces();
    const takeBack = given.flag('no-open') ? undefined : openBrowser(served, { state });
    await stopped();
    takeBack?.();
    await served.close();
    return 0;
  },
};

/** Ends with 1 where it has something to say; what it printed is the answer all the same. */
async function command(words: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [process.argv[1] ?? '', ...words], {
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { readonly stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  return stdout === '' ? { problem: `permesso ${words[0]} said nothing.` } : JSON.parse(stdout);
}

function stopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  return promise;
}
