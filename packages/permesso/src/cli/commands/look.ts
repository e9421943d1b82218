import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { statSync } from 'node:fs';
import { findSessions, baseOf, type HomeOptions } from '../../transcripts/session-files.ts';
import type { TranscriptReader } from '../../transcripts/past-call.ts';
import { hosts } from '../../host-lists/hosts.ts';
import { readSince } from '@permesso/gate/log';
import { groupsName, shippedNames, replaceFile } from '@permesso/gate/disk';
import { UsageError, type Command, type CommandInput, type Output, show } from '../command.ts';
import { attacksFrom, hostileFiles } from '../../review/log-history.ts';
import { worstOf } from '../look/dangers.ts';
import { decidePast } from '../look/decide-past.ts';
import { lookAt } from '../look/look-at.ts';
import { lookPage } from '../look/page.ts';
import { callsOf, reportAsData, withoutCommands, type LookReport } from '../look/report.ts';
import { savingRules } from '../look/saving-rules.ts';
import { lookScreen } from '../look/screen.ts';
import { weekAsData, weekOf, weekScreen } from '../look/week.ts';
import { logDirectory, logOption } from '../log/log-options.ts';
import { policyForCommandLine } from '../policy-options.ts';
import { progressBar } from '../progress-bar.ts';

const presets = shippedNames().filter((name) => name !== groupsName);
const transcriptReaders = hosts.flatMap(({ transcripts }) => transcripts ?? []);
const names = transcriptReaders.map(({ host }) => host.name);

export const look: Command = {
  name: 'look',
  summary:
    'Shows what a preset would have done with the calls your agents have made so far. Reads their transcripts, changes nothing.',
  usage: 'look [--preset NAME] [--host NAME]... [--since WHEN] [--html FILE | --json] | look --week',
  options: [
    {
      name: 'preset',
      value: 'NAME',
      help: `${presets.join(', ')} (default: balanced, with the groups that init proposes for each project)`,
    },
    { name: 'host', value: 'NAME', repeats: true, help: `only this agent: ${names.join(', ')}` },
    { name: 'since', value: 'WHEN', help: '90m, 6h, 2d, or a date' },
    { name: 'home', value: 'DIR', help: 'read the transcripts below this directory (default: your home)' },
    { name: 'html', value: 'FILE', help: 'write a page with charts, which needs no other file' },
    { name: 'hide-commands', help: 'leave commands, paths, hosts and rules out, to share the page' },
    { name: 'week', help: 'the last 7 days of the log, and the rules that would save the most questions' },
    logOption,
    { name: 'json', help: 'the report as JSON' },
  ],
  examples: [
    ['npx permesso look', 'one screen, before anything is installed'],
    ['permesso look --since 30d --html look.html', 'the last 30 days, as a page'],
    ['permesso look --html look.html --hide-commands', 'a page to share'],
    ['permesso look --week', 'how often you were asked, and which rules would end it'],
    ['permesso look --preset guarded-bypass', 'what another preset would have asked'],
  ],
  alone: true,
  exitCodes: [
    [0, 'the report was printed'],
    [1, 'there are no calls to look at'],
  ],
  run: (given, out) => {
    if (given.flag('week')) return lookAtWeek(given, out);
    const places = placesOf(given);
    const readers = readersOf(given);
    const found = readers.flatMap((reader) => findSessions(reader, places));
    const whole = made(given, { found, home: places.home });
    const report = given.flag('hide-commands') ? withoutCommands(whole) : whole;
    if (callsOf(report.work) === 0) {
      out.complain(
        [
          'No transcripts with calls were found. Looked in:',
          ...readers.map((reader) => `  ${baseOf(reader, places)}/${reader.below}`),
          'fix: name the home directory of the agents with --home,\n     or start with `permesso init`',
        ].join('\n'),
      );
      return 1;
    }
    const page = given.value('html');
    if (page !== undefined) replaceFile(resolve(page), { text: lookPage(report), mode: 0o600 });
    if (given.flag('json')) out.print(JSON.stringify(reportAsData(report)));
    else show(out, lookScreen(report, out.width));
    if (page !== undefined && !given.flag('json')) out.print(`Page: ${resolve(page)}`);
    return 0;
  },
};

const notForWeek = ['preset', 'host', 'since', 'home', 'html'];

function lookAtWeek(given: CommandInput, out: Output): number {
  const extra = notForWeek.find((name) => given.values(name).length > 0);
  if (extra !== undefined) throw new UsageError(`--week reads the log and takes no --${extra}`);
  const { layers } = policyForCommandLine(given).loaded;
  const report = weekOf({ log: logDirectory(given), now: Date.now(), layers, least: 3 });
  if (callsOf({ verdicts: report.verdicts }) === 0) {
    out.complain('No agent has made a call in the last 7 days.');
    return 1;
  }
  if (given.flag('json')) out.print(JSON.stringify(weekAsData(report)));
  else show(out, weekScreen(report, out.width));
  return 0;
}

function made(
  given: CommandInput,
  { found, home }: { readonly found: ReturnType<typeof findSessions>; readonly home: string },
): LookReport {
  const preset = presetOf(given);
  const all = found.reduce((sum, { bytes }) => sum + bytes, 0);
  const bar = progressBar(process.stderr, { now: () => performance.now() });
  try {
    const past = decidePast({ preset, home });
    const work = lookAt(found, {
      past,
      ...sinceOf(given),
      progress: ({ bytes, calls }) =>
        bar.update(all === 0 ? 1 : bytes / all, `${calls.toLocaleString('en')} calls`),
    });
    const stopped = [...work.stopped.values()];
    bar.update(1, 'trying rules on what was asked most');
    // The attack corpus takes a second to read, and without asks there is no rule to test against it.
    const hostile = work.verdicts.ask === 0 ? [] : attacksFrom(hostileFiles([]));
    const saving = savingRules(stopped, { layers: past.layers(), hostile });
    const groups = preset === 'balanced' ? ' + project groups' : '';
    return { work, preset: `${preset}${groups}`, dangers: worstOf(stopped, 5), saving };
  } finally {
    bar.end();
  }
}

function placesOf(given: CommandInput): HomeOptions {
  const named = given.value('home');
  if (named === undefined) return { home: homedir(), env: process.env };
  const home = resolve(named);
  if (statSync(home, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`there is no directory ${home}`);
  return { home, env: {} };
}

function readersOf(given: CommandInput): readonly TranscriptReader[] {
  const wanted = given.values('host');
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`transcripts of \`${unknown}\` cannot be read; there are ${names.join(', ')}`);
  return transcriptReaders.filter(({ host }) => wanted.length === 0 || wanted.includes(host.name));
}

function presetOf(given: CommandInput): string {
  const preset = given.value('preset') ?? 'balanced';
  if (!presets.includes(preset))
    throw new UsageError(`there is no preset \`${preset}\`; there are ${presets.join(', ')}`);
  return preset;
}

function sinceOf(given: CommandInput): { readonly since?: number } {
  const text = given.value('since');
  if (text === undefined) return {};
  const since = readSince(text, Date.now());
  if (since === undefined) throw new UsageError(`\`${text}\` is not a time; use 90m, 6h, 2d or a date`);
  return { since };
}
