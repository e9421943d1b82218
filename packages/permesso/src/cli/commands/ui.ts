import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { openConsole } from '../../local-console/console.ts';
import { openBrowser } from '../../local-console/open-browser.ts';
import { findPlaces } from '@permesso/gate/disk';
import { UsageError, type Command } from '../command.ts';
import { cwdOption, placeOptions } from '../policy-options.ts';

export const ui: Command = {
  name: 'ui',
  summary: 'Opens the console in a browser: pending requests, rules, a playground and the log.',
  usage: 'ui [options]',
  options: [
    { name: 'port', value: 'N', help: 'port to listen on (default: any free one)' },
    { name: 'no-open', help: 'print the address only' },
    { name: 'first', help: 'ask here before the window of the agent, while a page is open' },
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
    const served = await openConsole({
      cwd,
      by: userInfo().username,
      pages,
      port,
      ...(given.flag('first') ? { first: true } : {}),
    });
    out.print(`${served.address}\n\nThe address works once, in one browser. Ctrl-C ends it.`);
    const { state } = findPlaces();
    const takeBack = given.flag('no-open') ? undefined : openBrowser(served, { state });
    await stopped();
    takeBack?.();
    await served.close();
    return 0;
  },
};

function stopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  return promise;
}
