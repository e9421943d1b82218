import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ListedRule, ruleChange, type RuleList, ruleList } from '@permesso/protocol/console';
import { get, post, send } from '../api.ts';
import { errorText } from '../format.ts';
import { rulesTexts as texts } from './texts.ts';
import { useToasts } from '../ui/toasts.tsx';

/** The page's state, kept in the URL. */
export interface RulesAddress {
  readonly project?: string;
  readonly find?: string;
  readonly which?: string;
  readonly layer?: string;
  /** The open sheet: `add`, `profiles`, `exchange`, or a rule being edited. */
  readonly sheet?: string;
}

export type RuleAction = 'add' | 'remove' | 'edit' | 'merge' | 'tidy';

export interface RulesState {
  /** A team's rules change with a new version of its policy, not here. */
  readonly isLocal: boolean;
  readonly address: RulesAddress;
  readonly go: (change: RulesAddress) => void;
  readonly list: RuleList | undefined;
  readonly error: Error | null;
  readonly reload: () => Promise<void>;
  /** Makes a URL below the project. */
  readonly path: (path: string) => string;
  /** Makes a change and offers to undo it. Throws if the server refuses. */
  readonly change: (action: RuleAction, body: object, said: string) => Promise<void>;
}

/** This machine's rules in a project, or those of a team's project. */
export function useRules(ofTeam: string | undefined): RulesState {
  const address: RulesAddress = useSearch({ from: '/rules' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const say = useToasts();
  const isLocal = ofTeam === undefined;
  const { project = '' } = isLocal ? address : { project: ofTeam };
  const path = (to: string): string => (project === '' ? to : `${to}?${new URLSearchParams({ project })}`);
  const { data, error } = useQuery({
    queryKey: ['rules', project],
    queryFn: () => get(ruleList, path('/api/rules')),
    refetchInterval: isLocal ? false : 10_000,
  });
  const reload = () => client.invalidateQueries({ queryKey: ['rules'] });

  async function undo(id: string): Promise<void> {
    try {
      await send('POST', path('/api/rules/undo'), { undo: id });
      say({ text: texts.undone });
    } catch (failed) {
      say({ text: errorText(failed), isProblem: true });
    }
    await reload();
  }
  return {
    isLocal,
    address,
    go: (change) =>
      void navigate({
        to: '/rules',
        search: (now: object) => ({ ...now, ...change }),
        replace: change.sheet === undefined || address.sheet !== undefined,
      }),
    list: data,
    error,
    reload,
    path,
    change: async (action, body, said) => {
      const { undo: id } = await post(ruleChange, path(`/api/rules/${action}`), body);
      say({ text: said, ...(id === undefined ? {} : { onUndo: () => void undo(id) }) });
      await reload();
    },
  };
}

/** A rule's id, from its text and file: its line moves. */
export function ruleId({ verdict, text, layer, file = '' }: ListedRule): string {
  return `${verdict} ${layer} ${file} ${text}`;
}

export const whichRules = {
  all: { title: texts.filters.all, test: () => true },
  deny: { title: texts.verdicts.deny, test: ({ verdict }: ListedRule) => verdict === 'deny' },
  ask: { title: texts.verdicts.ask, test: ({ verdict }: ListedRule) => verdict === 'ask' },
  allow: { title: texts.verdicts.allow, test: ({ verdict }: ListedRule) => verdict === 'allow' },
  problems: { title: texts.filters.problems, test: ({ findings }: ListedRule) => findings.length > 0 },
  // Excludes shipped rules: nobody removes one because it was not needed yet.
  never: {
    title: texts.filters.never,
    test: ({ hits, from }: ListedRule) => hits === 0 && from === undefined,
  },
  expiring: { title: texts.filters.expiring, test: ({ expires }: ListedRule) => expires !== undefined },
} as const;

export function shownRules(
  rules: readonly ListedRule[],
  { find = '', which = 'all', layer = '' }: RulesAddress,
): readonly ListedRule[] {
  const test = Object.entries(whichRules).find(([name]) => name === which)?.[1].test ?? (() => true);
  const order = ['deny', 'ask', 'allow'];
  return rules
    .filter(
      (rule) =>
        rule.text.toLowerCase().includes(find.toLowerCase()) &&
        (layer === '' || rule.layer === layer) &&
        test(rule),
    )
    .toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
}
