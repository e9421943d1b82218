import { wrap } from '../decision/print-decision.ts';
import { printable } from '../decision/printable.ts';
import { hostHealth, type Check, type HostHealth } from '../hosts/examine/host-health.ts';
import { machineHealth } from '../hosts/examine/machine-health.ts';
import { globalDenies } from '../hosts/install/prepare.ts';
import { thisInstallation } from '../hosts/install/programs.ts';
import { findPlaces } from '../world/policy-places.ts';
import type { Command, Output } from './command.ts';
import { fromHome, hostPlaces, hostsFor } from './host-places.ts';
import { cwdOption } from './policy-options.ts';

/** `installation`: which hook should be registered; this one's own. */
export const doctorWith = (installation: typeof thisInstallation): Command => ({
  name: 'doctor',
  summary: 'Tells for each agent whether it really asks first, and proves it.',
  usage: 'doctor [HOST]... [--canary]',
  options: [
    { name: 'canary', help: 'let the real program attempt a call that must not happen' },
    cwdOption,
    { name: 'json', help: 'as JSON' },
  ],
  examples: [
    ['permesso doctor', 'what the settings say, and what was proven before'],
    [
      'permesso doctor codex --canary',
      'starts codex in a folder of its own, with a model on loopback and no login',
    ],
  ],
  exitCodes: [
    [0, 'every agent found here asks first'],
    [1, 'nothing is wrong, and for some agent nothing is proven'],
    [2, 'something is wrong: see the report'],
  ],
  run: async (given, out) => {
    const places = hostPlaces(given);
    const ours = findPlaces();
    const programs = installation({ path: places.env['PATH'], state: ours.state });
    const machine = machineHealth({ places: ours, programs, cwd: places.project });
    const hosts: HostHealth[] = [];
    for (const found of hostsFor(given.operands, places))
      hosts.push(
        await hostHealth(found, {
          situation: { places, programs, denies: globalDenies({ places, ours }) },
          state: ours.state,
          policyLoads: machine.every(({ name, is }) => name !== 'policy' || is === 'ok'),
          canary: given.flag('canary'),
          now: () => new Date(),
        }),
      );
    if (given.flag('json')) out.print(JSON.stringify(asData(machine, hosts), undefined, 2));
    else print(machine, hosts, { out, home: places.home });
    return codeOf(machine, hosts);
  },
});

export const doctor: Command = doctorWith(thisInstallation);

function codeOf(machine: readonly Check[], hosts: readonly HostHealth[]): number {
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

function print(machine: readonly Check[], hosts: readonly HostHealth[], { out, home }: Printing): void {
  const lines = (checks: readonly Check[]): readonly string[] =>
    checks.flatMap(({ is, what, mend }) => [
      ...line(marks[is], what, out.width),
      ...(mend === undefined ? [] : line('', `mend: ${mend}`, out.width)),
    ]);
  const shown = (text: string): string => text.replaceAll(`${home}/`, '~/');
  out.print(shown(['This machine', ...lines(machine)].join('\n')));
  for (const { found, checks, shadows, canary } of hosts) {
    const { installer, program, folders } = found;
    const where = program ?? folders[0] ?? 'not found here';
    out.print(
      shown(
        [
          '',
          `${installer.title} (${fromHome(where, { home })})`,
          ...lines(checks),
          ...shadows.flatMap(({ what, file, line: at, mend }) => [
            ...line('WRONG', `${file}${at === undefined ? '' : `:${at}`}: ${what}`, out.width),
            ...line('', `mend: ${mend}`, out.width),
          ]),
          ...line(canaryMarks[canary.result], canaryWords(canary), out.width),
        ].join('\n'),
      ),
    );
  }
  if (hosts.length === 0) out.print('\nNo agent was found here.');
}

const canaryMarks = { proven: 'ok', failed: 'WRONG', unproven: '?' } as const;

function canaryWords({ result, why, at }: HostHealth['canary']): string {
  return `${result}${at === undefined ? '' : ` on ${at.slice(0, 10)}`}: ${why}`;
}

function line(mark: string, text: string, width: number): readonly string[] {
  return wrap(printable(text), width - 9).map((each, at) => `  ${(at === 0 ? mark : '').padEnd(5)}  ${each}`);
}

function asData(machine: readonly Check[], hosts: readonly HostHealth[]): object {
  return {
    machine,
    hosts: hosts.map(({ found, checks, shadows, canary }) => ({
      name: found.installer.name,
      title: found.installer.title,
      measured: found.installer.measured,
      ...(found.program === undefined ? {} : { program: found.program }),
      checks,
      shadows,
      canary: {
        result: canary.result,
        why: canary.why,
        ...(canary.at === undefined ? {} : { at: canary.at }),
      },
    })),
  };
}
