import type { InboxItem } from '@permesso/protocol/console';
import { subjectOf } from '../format.ts';
import { approvalsTexts } from './texts.ts';
import { agentTitle, projectOf } from './words.ts';

export interface RequestGroup {
  readonly key: string;
  readonly agent: string;
  /** Project and session. */
  readonly where: string;
  readonly items: readonly InboxItem[];
}

/** By agent and session; groups and requests are ordered by first request, so nothing jumps. */
export function groupRequests(items: readonly InboxItem[]): readonly RequestGroup[] {
  const groups = new Map<string, InboxItem[]>();
  for (const item of items) {
    const key = JSON.stringify([agentTitle(item), projectOf(item), item.call.session]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups].map(([key, group]) => {
    const [first] = group;
    const project = first === undefined ? undefined : projectOf(first);
    const session = first?.call.session;
    return {
      key,
      agent: first === undefined ? '' : agentTitle(first),
      where: [project, session === undefined ? undefined : approvalsTexts.request.session(session)]
        .filter((part) => part !== undefined)
        .join(' · '),
      items: group,
    };
  });
}

/** Whether every word occurs in its visible text. */
export function matchesFilter(item: InboxItem, text: string): boolean {
  const haystack =
    `${subjectOf(item.call)} ${agentTitle(item)} ${projectOf(item) ?? ''} ${item.call.tool}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
