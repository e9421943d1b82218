import { printable, wrap } from '@permesso/engine/decision';
import { findingKinds, type FindingKind, type HostFinding } from '../../examine/finding.ts';
import { scanHost } from '../../health/scan-host.ts';
import { findPlaces } from '@permesso/gate/disk';
import { UsageError, type Command } from '../command.ts';
import { fromHome, hostOption, hostPlaces, hostsFor } from '../host-places.ts';
import { cwdOption } from '../policy-options.ts';

export const scan: Command = {
  name: 'scan',
  summary: 'Reports what agents may do on this machine today. Read-only.',
  usage: 'scan [--host NAME]... [--markdown | --json]',
  options: [
    { ...hostOption, help: 'only this agent; all that are found otherwise' },
    { name: 'markdown', help: 'as a table for an issue or a mail' },
    cwdOption,
    { name: 'json', help: 'as JSON' },
  ],
  examples: [
    ['permesso scan', 'blanket allows, switches, dead rules and keys in rules, with file and line'],
    ['permesso scan --markdown > agents.md', 'a report to share; secrets are redacted'],
  ],
  exitCodes: [
    [0, 'no findings'],
    [1, 'something that a person should look at'],
    [2, 'something dangerous'],
  ],
  run: (given, out) => {
    if (given.operands.length > 0) throw new UsageError('name an agent with --host');
    if (given.flag('markdown') && given.flag('json')) throw new UsageError('choose --markdown or --json');
    const places = hostPlaces(given);
    const hosts = hostsFor(given.values('host'), places).map((found) => ({
      name: found.installer.name,
      title: found.installer.title,
      findings: scanHost(found, { places, state: findPlaces().state }),
    }));
    const options = { home: places.home, width: out.width };
    if (given.flag('json')) out.print(JSON.stringify({ hosts }, undefined, 2));
    else out.print(given.flag('markdown') ? asMarkdown(hosts, options) : asText(hosts, options));
    const all = hosts.flatMap(({ findings }) => findings);
    if (all.some(({ level }) => level === 'danger')) return 2;
    return all.length > 0 ? 1 : 0;
  },
};

interface Scanned {
  readonly name: string;
  readonly title: string;
  readonly findings: readonly HostFinding[];
}

interface Options {
  readonly home: string;
  readonly width: number;
}

function asText(hosts: readonly Scanned[], options: Options): string {
  if (hosts.length === 0) return 'No agent was found here.';
  return [...hosts.map((host) => scannedText(host, options)), summary(hosts)].join('\n\n');
}

function scannedText({ title, findings }: Scanned, { home, width }: Options): string {
  if (findings.length === 0) return `${title}\n  no findings`;
  return [
    title,
    ...findings.flatMap((finding) => [
      `  ${finding.level === 'danger' ? '!!' : ' !'}  ${findingPlace(finding, home)}`,
      ...lines(finding.what, width),
      ...lines(`fix: ${finding.fix}`, width),
    ]),
  ].join('\n');
}

function lines(text: string, width: number): readonly string[] {
  return wrap(printable(text), width - 6).map((line) => `      ${line}`);
}

function findingPlace({ file, line }: HostFinding, home: string): string {
  return printable(`${fromHome(file, { home })}${line === undefined ? '' : `:${line}`}`);
}

function summary(hosts: readonly Scanned[]): string {
  const all = hosts.flatMap(({ findings }) => findings);
  const counts = (Object.keys(findingKinds) as readonly FindingKind[]).flatMap((about) => {
    const count = all.filter((finding) => finding.about === about).length;
    return count === 0 ? [] : [`  ${String(count).padStart(3)}  ${findingKinds[about]}`];
  });
  return counts.length === 0
    ? 'No findings. `permesso rules` shows what your policy allows.'
    : ['In all', ...counts, '', 'Next: permesso init puts one policy before all of them.'].join('\n');
}

function asMarkdown(hosts: readonly Scanned[], { home }: Options): string {
  const rows = hosts.flatMap(({ title, findings }) =>
    findings.map((finding) =>
      [title, finding.level, findingPlace(finding, home), printable(finding.what), printable(finding.fix)]
        .map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('`', String.raw`\``))
        .join(' | '),
    ),
  );
  return [
    '# What agents may do on this machine',
    '',
    ...(rows.length === 0
      ? ['No findings.']
      : [
          '| agent | level | place | what | fix |',
          '|---|---|---|---|---|',
          ...rows.map((row) => `| ${row} |`),
        ]),
  ].join('\n');
}
