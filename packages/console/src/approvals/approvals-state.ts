import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { InboxItem } from '@permesso/protocol/console';
import { send } from '../api.ts';
import { useSession } from '../session/session.ts';
import { errorText } from '../format.ts';
import { approvalsTexts } from './texts.ts';
import { useToasts } from '../ui/toasts.tsx';
import type { OnAnswered } from './answer-draft.ts';
import { answerRequest } from './answer-request.ts';
import { groupRequests, matchesFilter, type RequestGroup } from './groups.ts';
import { useShortcuts } from '../session/shortcuts.ts';

/** As many rows as anybody reads; the rest are counted. */
const mostShown = 200;

interface InboxAddress {
  readonly request?: string | undefined;
  readonly filter?: string;
  readonly show?: string;
}

/** The page's state, kept in the URL so that back and reload preserve it. */
export interface ApprovalsState {
  readonly items: readonly InboxItem[];
  readonly waiting: number;
  readonly filter: string;
  readonly isAnswered: boolean;
  readonly matched: readonly InboxItem[];
  readonly groups: readonly RequestGroup[];
  /** In list order. */
  readonly shown: readonly InboxItem[];
  /** The request in the URL. */
  readonly wanted: string | undefined;
  readonly chosen: string | undefined;
  readonly open: InboxItem | undefined;
  readonly filterField: RefObject<HTMLInputElement | null>;
  readonly goTo: (place: InboxAddress) => void;
  readonly done: OnAnswered;
  readonly denyAll: (items: readonly InboxItem[]) => void;
}

export function useApprovals(): ApprovalsState {
  const { who, live } = useSession();
  const { items, waiting } = live;
  const { request: wanted, filter = '', show } = useSearch({ from: '/approvals' });
  const say = useToasts();
  const [first, setFirst] = useState<string>();
  const filterField = useRef<HTMLInputElement>(null);
  const goTo = useGoTo({ filter, show, wanted });
  const matched = filter.trim() === '' ? items : items.filter((item) => matchesFilter(item, filter));
  const groups = groupRequests(matched.slice(0, mostShown));
  const shown = groups.flatMap((group) => group.items);
  // A new request takes neither the focus nor the place of the one being read.
  const chosen = wanted ?? first;
  useEffect(() => {
    if (items[0] === undefined) setFirst(undefined);
    else if (first === undefined) setFirst(items[0].id);
  }, [items, first]);

  function move(step: 1 | -1): void {
    const at = shown.findIndex(({ id }) => id === chosen);
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + step))];
    if (next !== undefined) goTo({ request: next.id });
  }
  useShortcuts({ j: () => move(1), k: () => move(-1), '/': () => filterField.current?.focus() });

  async function takeBack(id: string): Promise<void> {
    try {
      await send('POST', '/api/answer/undo', { id });
      say({ text: approvalsTexts.takenBack });
    } catch (failed) {
      say({ text: errorText(failed), isProblem: true });
    }
  }

  function done(words: string, lasting?: string): void {
    say({ text: words, ...(lasting === undefined ? {} : { onUndo: () => void takeBack(lasting) }) });
    setFirst(shown.find(({ id }) => id !== chosen)?.id);
    goTo({});
  }

  async function denyAll(denied: readonly InboxItem[]): Promise<void> {
    const results = await Promise.allSettled(denied.map((item) => answerRequest(item, { verdict: 'deny' })));
    const failed = results.find((result) => result.status === 'rejected');
    say({
      text: approvalsTexts.didDeny(results.filter(({ status }) => status === 'fulfilled').length),
    });
    if (failed !== undefined) say({ text: errorText(failed.reason), isProblem: true });
  }

  return {
    items,
    waiting,
    filter,
    isAnswered: show === 'answered' && who.mode === 'local',
    matched,
    groups,
    shown,
    wanted,
    chosen,
    open: items.find(({ id }) => id === chosen),
    filterField,
    goTo,
    done,
    denyAll: (denied) => void denyAll(denied),
  };
}

interface Now {
  readonly filter: string;
  readonly show: string | undefined;
  readonly wanted: string | undefined;
}

/** Back leads from a request to the list; navigation within the list adds no history entries. */
function useGoTo({ filter, show = '', wanted }: Now): (place: InboxAddress) => void {
  const navigate = useNavigate();
  return (place) =>
    void navigate({
      to: '/approvals',
      search: { filter: place.filter ?? filter, show: place.show ?? show, request: place.request ?? '' },
      replace: place.request === undefined || wanted !== undefined,
    });
}
