import { printable, wrap } from '@permesso/engine/decision';
import type { Check } from '../../examine/finding.ts';
import { healthData, hostReport, machineChecks } from '../../health/health-report.ts';
import type { HostHealth } from '../../health/host-health.ts';
import { thisInstallation } from '../../install/programs.ts';
import { agentTexts } from '@permesso/protocol/text';
import { findPlaces } from '@permesso/gate/disk';
import { show, type Command, type Output } from '../command.ts';
import { fromHome, hostPlaces, hostsFor } from '../host-places.ts';
import { cwdOption } from '../policy-options.ts';
import { installedPlaces } from '../../launch/launch-places.ts';

/** `installation`: the hook that should be registered; by default this one. */
export const doctorWith = (installation: typeof thisInstallation): Command => ({
  name: 'doctor',
  summary: 'Checks that each agent asks Permesso first, and verifies it with the real program.',
  usage: 'doctor [HOST]... [--canary]',
  options: [
    { name: 'canary', help: 'start the real program and have it try a denied call' },
    cwdOption,
    { name: 'json', help: 'as JSON' },
  ],
  examples: [
    ['permesso doctor', 'checks the settings, and shows what was verified before'],
    [
      'permesso doctor codex --canary',
      'starts codex in a folder of its own, with a model on loopback and no login',
    ],
  ],
  exitCodes: [
    [0, 'every agent asks first'],
    [1, 'no problem found, but some agents are not verified'],
    [2, 'a problem was found: see the report'],
  ],
  run: async (given, out) => {
    const places = hostPlaces(given);
    const ours = findPlaces();
    const programs = installation({
      path: places.env['PATH'],
      state: ours.state,
      places: installedPlaces(ours),
    });
    const examined = { places, ours, programs };
    const machine = await machineChecks(examined);
    const hosts: HostHealth[] = [];
    const printing = { out, home: places.home };
    const isText = !given.flag('json');
    if (isText) printMachine(machine, printing);
    const all = hostsFor(given.operands, places);
    for (const [at, found] of all.entries()) {
      // The real program is slow: each run is announced first and reported as soon as it ends.
      if (isText && given.flag('canary'))
        out.complain(
          `Starting ${found.installer.title} (${at + 1} of ${all.length}): it tries a denied call ...`,
        );
      const health = await hostReport(found, examined, { machine, canary: given.flag('canary') });
      hosts.push(health);
      if (isText) printHost(health, printing);
    }
    if (!isText) out.print(JSON.stringify(healthData(machine, hosts), undefined, 2));
    else if (hosts.length === 0) out.print('\nNo agent was found here.');
    return doctorExitCode(machine, hosts);
  },
});

export const doctor: Command = doctorWith(thisInstallation);

function doctorExitCode(machine: readonly Check[], hosts: readonly HostHealth[]): number {
  const checks = [...machine, ...hosts.flatMap((host) => host.checks)];
  if (checks.some(({ is }) => is === 'wrong') || hosts.some(isShut)) return 2;
  return hosts.some(({ canary }) => canary.result !== 'proven') ? 1 : 0;
}

function isShut({ shadows, canary }: HostHealth): boolean {
  return shadows.length > 0 || canary.result === 'failed';
}

const marks: { readonly [I in Check['is']]: string } = { ok: 'ok', wrong: 'WRONG', unknown: '?' };

interface Printing {
  readonly out: Output;
  readonly home: string;
}

function checkLines(checks: readonly Check[], out: Output): readonly string[] {
  return checks.flatMap(({ is, what, fix }) => [
    ...line(marks[is], what, out.width),
    ...(fix === undefined ? [] : line('', `fix: ${fix}`, out.width)),
  ]);
}

function printMachine(machine: readonly Check[], { out, home }: Printing): void {
  show(out, ['This machine', ...checkLines(machine, out)].join('\n').replaceAll(`${home}/`, '~/'));
}

function printHost({ found, checks, shadows, canary }: HostHealth, { out, home }: Printing): void {
  const { installer, program, folders } = found;
  const where = program ?? folders[0] ?? 'not found here';
  show(
    out,
    [
      '',
      `${installer.title} (${fromHome(where, { home })})`,
      ...checkLines(checks, out),
      ...askedLines(installer.name, out),
      ...shadows.flatMap(({ what, file, line: at, fix }) => [
        ...line('WRONG', `${file}${at === undefined ? '' : `:${at}`}: ${what}`, out.width),
        ...line('', `fix: ${fix}`, out.width),
      ]),
      ...line(canaryMarks[canary.result], canaryWords(canary), out.width),
    ]
      .join('\n')
      .replaceAll(`${home}/`, '~/'),
  );
}

function askedLines(host: string, { width }: Output): readonly string[] {
  const texts = agentTexts[host];
  return texts === undefined ? [] : line('', `You are asked: ${texts.asked}; else ${texts.otherwise}`, width);
}

const canaryMarks = { proven: 'ok', failed: 'WRONG', unproven: '?' } as const;

function canaryWords({ result, why, at }: HostHealth['canary']): string {
  return `${result}${at === undefined ? '' : ` on ${at.slice(0, 10)}`}: ${why}`;
}

function line(mark: string, text: string, width: number): readonly string[] {
  return wrap(printable(text), width - 9).map((each, at) => `  ${(at === 0 ? mark : '').padEnd(5)}  ${each}`);
}
