import { printable } from '@permesso/engine/decision';
import { approvalsIn } from '@permesso/gate/approval';
import { readLogBackwards } from '@permesso/gate/log';
import { codeProject, findPlaces, type Places, readFreeze, readTrustedCode } from '@permesso/gate/disk';
import type { HealthData } from '../health/health-report.ts';
import { examineAgents } from '../local-console/examine-agents.ts';
import { show, type Output } from './command.ts';
import { fromHome } from './host-places.ts';

const next = [
  ['permesso look', 'what a policy would have asked about past calls'],
  ['permesso ui', 'the console: approvals, activity, rules'],
  ["permesso check 'CALL'", 'whether a call would run, and why'],
  ["permesso allow 'RULE'", 'stop being asked about something'],
  ['permesso doctor', 'whether every agent asks first'],
] as const;

/** `permesso` without arguments: the state here, and the most common commands. */
export async function showState(out: Output): Promise<number> {
  const places = findPlaces();
  const cwd = process.cwd();
  const { hosts } = await examineAgents({ cwd });
  const frozen = readFreeze(places);
  const rows = [
    ...(frozen === undefined ? [] : [['Frozen', `${printable(frozen.reason)}; permesso thaw`] as const]),
    ...agentRows(hosts),
    ['Project', projectText(cwd, places)] as const,
    ['Waiting', waitingText(places)] as const,
    ['Today', todayText(places)] as const,
  ];
  show(
    out,
    [
      ...rows.map(([title, text]) => `${title.padEnd(9)} ${text}`.trimEnd()),
      '',
      ...next.map(([command, does]) => `  ${command.padEnd(23)}${does}`),
      '',
      'permesso --help lists every command.',
    ].join('\n'),
  );
  return 0;
}

function agentRows(hosts: HealthData['hosts']): readonly (readonly [string, string])[] {
  const known = hosts.filter(({ checks, canary }) => checks.length > 0 || canary.result === 'proven');
  if (known.length === 0) return [['Agents', 'not set up; permesso init']];
  return known.map((host, at) => [at === 0 ? 'Agents' : '', `${host.title}: ${healthText(host)}`]);
}

function healthText({ checks, shadows, canary: { result, at } }: HealthData['hosts'][number]): string {
  const isMissing = checks.some(({ is, name }) => is === 'wrong' && name === 'registered');
  const wrong = checks.find(({ is }) => is === 'wrong') ?? shadows[0];
  if (wrong !== undefined) return `${printable(wrong.what)}; permesso ${isMissing ? 'init' : 'doctor'}`;
  if (result === 'proven') return `proven${at === undefined ? '' : ` on ${at.slice(0, 10)}`}`;
  return `set up, ${result === 'failed' ? 'a denied call RAN' : 'not proven yet'}; permesso doctor --canary`;
}

function projectText(cwd: string, places: Places): string {
  const project = codeProject(cwd);
  if (project === undefined) return `${printable(fromHome(cwd, places))} (not a git repository)`;
  const isTrusted = readTrustedCode(places).projects.some(({ identity }) => identity === project.identity);
  const trust = isTrusted ? 'its own tests and builds run' : 'its tests and builds ask; permesso trust code';
  return `${printable(fromHome(project.directory, places))}: ${trust}`;
}

function waitingText({ state }: Places): string {
  const open = approvalsIn(state, Date.now()).filter(({ approval }) => approval.state === 'pending');
  return open.length === 0 ? 'nothing' : `${open.length} to answer; permesso pending`;
}

function todayText({ state }: Places): string {
  const start = new Date().setHours(0, 0, 0, 0);
  const counts = { allow: 0, ask: 0, deny: 0 };
  for (const entry of readLogBackwards(`${state}/log`)) {
    if (Date.parse(entry.at) < start) break;
    if (entry.type === 'decision') counts[entry.verdict] += 1;
  }
  const { allow, ask, deny } = counts;
  return allow + ask + deny === 0 ? 'no calls' : `${allow} quiet, ${ask} asked, ${deny} denied`;
}
