import type { ApprovalRequest } from '@permesso/protocol/approval';
import {
  type ToldNotice,
  type MachineChange,
  noticeLines,
  noticeTitle,
  titleLine,
  oneLine,
  type Asker,
} from '../../notifications/index.ts';

export interface HeldRequest extends Asker {
  readonly approval: string;
  readonly request: ApprovalRequest;
  readonly expiresAt: Date;
  /** The total number. */
  readonly waiting: number;
}

/** Messages withheld from a target in its quiet hours that still apply. */
export interface HeldDigest {
  readonly requests: readonly HeldRequest[];
  readonly changes: readonly MachineChange[];
  readonly page: string;
}

const mostLines = 20;

function digestTitle({ requests: [first], changes, page }: HeldDigest): string {
  const waiting = first?.waiting ?? 0;
  const parts = [
    ...(waiting > 0
      ? [
          `${waiting} approval ${waiting === 1 ? 'request is' : 'requests are'} waiting after your quiet hours`,
        ]
      : []),
    ...(changes.length > 0 ? [noticeTitle({ notice: '', changes, page })] : []),
  ];
  return parts.join('. ');
}

function digestLines({ requests, changes, page }: HeldDigest): readonly string[] {
  const lines = requests
    .slice(0, mostLines)
    .map(
      ({ request, owner, machine, project, expiresAt }) =>
        `${titleLine(request)} (owner ${short(owner)}, machine ${short(machine)}, project ${short(project)}, expires at ${expiresAt.toISOString()})`,
    );
  const more = (requests[0]?.waiting ?? 0) - lines.length;
  return [
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(changes.length > 0 ? noticeLines({ notice: '', changes, page }) : []),
  ];
}

function short(text: string): string {
  return oneLine(text).slice(0, 100);
}

export function toldDigest(digest: HeldDigest): ToldNotice {
  const { page, requests, changes } = digest;
  return {
    about: 'held',
    title: digestTitle(digest),
    lines: digestLines(digest),
    page,
    projects: [...new Set(requests.map(({ project }) => short(project)))],
    body: JSON.stringify({
      type: 'quiet-hours.digest',
      waiting: requests[0]?.waiting ?? 0,
      requests: requests.map(({ approval, request, owner, machine, project, expiresAt }) => ({
        approval,
        call: request.call,
        asker: { owner, machine, project },
        expiresAt,
      })),
      changes,
      page,
    }),
  };
}

/** The final state of each machine. A machine that failed and recovered in between is fine. */
export function changesAtTheEnd(all: readonly MachineChange[]): readonly MachineChange[] {
  const byMachine = Map.groupBy(all, ({ agent, what }) => `${agent} ${what}`);
  return [...byMachine.values()].flatMap((events) => {
    const [first, last] = [events[0], events.at(-1)];
    return last === undefined || (first?.event === 'fell' && last.event === 'recovered') ? [] : [last];
  });
}
