import { visible } from '@permesso/protocol/text';

/** An event about one machine, or about a project's policy that was reverted. Its names are untrusted. */
export interface MachineChange {
  readonly event: 'fell' | 'recovered' | 'went back';
  readonly what: 'silent' | 'unprotected' | 'policy';
  /** The machine's or the project's id. */
  readonly agent: string;
  readonly machine: string;
  readonly project: string;
  /** The machine's owner, or the person who reverted. */
  readonly owner: string;
  readonly why: string;
}

export interface MachineNotice {
  readonly notice: string;
  readonly changes: readonly MachineChange[];
  readonly page: string;
}

const mostLines = 20;
const mostSent = 500;

export function noticeTitle({ changes }: MachineNotice): string {
  const [only] = changes;
  if (only !== undefined && changes.length === 1 && only.what === 'policy')
    return `The policy of ${visible(only.project).slice(0, 100)} was rolled back`;
  if (only !== undefined && changes.length === 1)
    return `The machine ${visible(only.machine).slice(0, 100)} ${stateText(only)}`;
  const fallen = changes.filter(({ event }) => event === 'fell').length;
  const recovered = changes.filter(({ event }) => event === 'recovered').length;
  const back = changes.length - fallen - recovered;
  const parts = [
    ...(fallen > 0 ? [`${fallen} became silent or unprotected`] : []),
    ...(recovered > 0 ? [`${recovered} recovered`] : []),
  ];
  return [
    ...(parts.length > 0 ? [`Machines: ${parts.join(', ')}`] : []),
    ...(back > 0 ? [`Policies that went back: ${back}`] : []),
  ].join('. ');
}

export function noticeLines({ changes }: MachineNotice): readonly string[] {
  const lines = changes.slice(0, mostLines).map((change) => {
    const { machine, owner, project, why } = change;
    if (change.what === 'policy')
      return `${visible(project)} went back ${why}, by ${visible(owner).slice(0, 100)} alone, as is possible for 24 hours`;
    const reason = why === '' ? '' : `: ${visible(why).slice(0, 200)}`;
    return `${visible(machine).slice(0, 100)} (owner ${visible(owner).slice(0, 100)}, project ${visible(project)}) ${stateText(change)}${reason}`;
  });
  return changes.length > mostLines ? [...lines, `and ${changes.length - mostLines} more`] : lines;
}

function stateText({ event, what }: MachineChange): string {
  if (event === 'recovered') return what === 'silent' ? 'reports again' : 'is protected again';
  return what === 'silent' ? 'fell silent' : 'is unprotected';
}

export function noticeWebhook(message: MachineNotice): string {
  const { notice, changes, page } = message;
  const count = changes.length;
  const [only] = changes;
  if (only?.what === 'policy')
    return JSON.stringify({
      type: 'policy.alert',
      notice,
      project: only.project,
      by: only.owner,
      why: only.why,
      page,
    });
  return JSON.stringify({ type: 'machine.alert', notice, count, changes: changes.slice(0, mostSent), page });
}
