import { chmodSync, existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isAnyonePresent } from '@permesso/gate/approval';
import { openBrowser } from '../../permesso/src/local-console/open-browser.ts';
import { writeLaunchFile } from '../../permesso/src/local-console/launch-file.ts';
import { readText } from '@permesso/gate/disk';
import { onStage } from './on-stage.ts';
import { openOn, type Machine } from './stage.ts';
import { chromiumFile } from './chromium.ts';

const stage = onStage();
const machineFor = (): Machine => stage.machine('allow: [Read]\n');

function program(machine: Machine, lines: string): string {
  machine.write('opener', `#!/bin/sh\n${lines}\n`);
  const path = join(machine.home, 'opener');
  chmodSync(path, 0o755);
  return path;
}

/** What every account can read of every process. */
function commandLines(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      // It may have ended meanwhile.
      const read = readText(join('/proc', pid, 'cmdline'));
      return 'text' in read ? [read.text.replaceAll('\0', ' ')] : [];
    });
}

const patient = { timeout: 120_000, interval: 20 };
const waysIn = (machine: Machine): readonly string[] => readdirSync(join(machine.state, 'way-in'));

test('the browser comes in through a file, and no command line ever holds the key', async () => {
  const machine = machineFor();
  const served = await openOn(machine, stage.pages());
  onTestFinished(served.close);
  const key = new URL(served.address).searchParams.get('key') ?? '';
  const browser = program(
    machine,
    [
      `echo $$ > '${machine.home}/pid'`,
      `exec ${chromiumFile} --headless=new --no-sandbox --disable-gpu --no-first-run --disable-sync \\`,
      `  --disable-background-networking --user-data-dir='${machine.home}/profile' --remote-debugging-port=0 "$@"`,
    ].join('\n'),
  );
  const takeBack = openBrowser(served, { state: machine.state, program: browser });
  onTestFinished(() => {
    takeBack();
    process.kill(-Number(readFileSync(join(machine.home, 'pid'), 'utf8')), 'SIGKILL');
  });
  const [file = ''] = waysIn(machine);
  expect(statSync(join(machine.state, 'way-in', file)).mode & 0o777).toBe(0o600);
  expect(statSync(join(machine.state, 'way-in')).mode & 0o777).toBe(0o700);

  const seen = new Set<string>();
  await expect
    .poll(() => {
      for (const line of commandLines()) seen.add(line);
      // The browser came in, has the cookie, and was sent on.
      return isAnyonePresent(machine.state);
    }, patient)
    .toBe(true);
  expect([...seen].some((line) => line.includes(file))).toBe(true);
  expect([...seen].filter((line) => line.includes(key))).toEqual([]);
  expect(waysIn(machine)).toEqual([]);
});

test('the file goes when nothing opens it, and with the console', async () => {
  const machine = machineFor();
  const never = { address: 'http://127.0.0.1:1/?key=k', entered: new Promise<void>(() => undefined) };
  openBrowser(never, { state: machine.state, program: join(machine.home, 'missing') });
  expect(waysIn(machine)).toHaveLength(1);
  await expect.poll(() => waysIn(machine)).toEqual([]);
  const takeBack = openBrowser(never, { state: machine.state, program: program(machine, 'exit 0') });
  expect(waysIn(machine)).toHaveLength(1);
  takeBack();
  expect(waysIn(machine)).toEqual([]);
});

test('what a killed console left is removed by the next one', () => {
  const machine = machineFor();
  const old = writeLaunchFile(machine.state, 'http://127.0.0.1:1/?key=old');
  const long = new Date(Date.now() - 10 * 60_000);
  utimesSync(old.file, long, long);
  const young = writeLaunchFile(machine.state, 'http://127.0.0.1:1/?key=young');
  const newest = writeLaunchFile(machine.state, 'http://127.0.0.1:1/?key=newest');
  expect(existsSync(old.file)).toBe(false);
  expect([existsSync(young.file), existsSync(newest.file)]).toEqual([true, true]);
});
