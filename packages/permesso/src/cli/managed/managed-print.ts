import { printable, wrap } from '@permesso/engine/decision';
import type { ManagedMachine } from '@permesso/gate/team-agent';
import type { Enrolment } from './enrol-users.ts';
import type { RegisteredHost } from './register-hosts.ts';

/** What an unattended installation did, or would do. */
export interface ManagedReport {
  readonly machine: ManagedMachine;
  readonly own: Pick<RegisteredHost, 'is' | 'files' | 'why'>;
  readonly hosts: readonly RegisteredHost[];
  readonly enrolments: readonly Enrolment[];
  readonly isDryRun: boolean;
}

export function printManaged(report: ManagedReport, width: number): string {
  const { machine, own, hosts, enrolments } = report;
  const lines = [
    `Team ${machine.server}${machine.project === undefined ? '' : `, project ${machine.project}`}: ${said(own)}`,
    machine.organisationKey === undefined
      ? '  signing key: not pinned; it is when the first user enrols'
      : `  signing key: pinned to ${machine.organisationKey}`,
    ...own.files.map((file) => `  ${file}`),
    ...hosts.flatMap(hostLines),
    ...enrolments.map(
      (each) => `User ${each.user}: ${each.is}${each.why === undefined ? '' : `: ${each.why}`}`,
    ),
    ...(hosts.length === 0 ? ['No agent was found here. Name one: --host claude-code'] : []),
    ...(enrolments.some(({ is }) => is === 'waits for their sign-in')
      ? ['Until they sign in with `permesso team join`, their calls are denied.']
      : []),
    closing(report),
  ];
  return lines.flatMap((line) => wrap(printable(line), width)).join('\n');
}

function hostLines(host: RegisteredHost): readonly string[] {
  const { title, scope, files, userCan, measured } = host;
  const where =
    scope === 'machine'
      ? 'for every user, by its managed settings'
      : 'in each home: it has no managed settings';
  return [
    `${title}: ${said(host)} (${where})`,
    ...files.map((file) => `  ${file}`),
    ...(measured ? [] : ['  by its documentation: nobody has seen it work yet']),
    ...userCan.map((each) => `  a user can still ${each}`),
  ];
}

function said({ is, why }: Pick<RegisteredHost, 'is' | 'why'>): string {
  return why === undefined ? is : `${is}: ${why}`;
}

function closing(report: ManagedReport): string {
  const { own, hosts, enrolments, isDryRun } = report;
  if (isUnchanged(report)) return 'Everything is in place: nothing was changed.';
  if (isDryRun) return 'Nothing was written.';
  const done = [own, ...hosts, ...enrolments];
  const failed = done.some(({ is }) => is === 'failed') ? 'Not everything is in place: see above. ' : '';
  return done.some(({ is }) => is === 'written' || is === 'enrolled')
    ? `${failed}Written. \`permesso init --managed --remove\` takes exactly this away.`
    : `${failed}Nothing was written.`;
}

function isUnchanged({ own, hosts, enrolments }: ManagedReport): boolean {
  const done = ['in place', 'at boot', 'waits for their sign-in'];
  return [own, ...hosts, ...enrolments].every(({ is }) => done.includes(is));
}

export function managedAsData(report: ManagedReport): object {
  const { isDryRun, ...data } = report;
  return {
    ...data,
    changed: [data.own, ...data.hosts, ...data.enrolments].some(
      ({ is }) => is === 'written' || is === 'enrolled',
    ),
    dryRun: isDryRun,
  };
}
