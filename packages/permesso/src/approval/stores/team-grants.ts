import { dirname } from 'node:path';
import { isImmune, type Ask, type Grant } from '@permesso/engine/internal/decision/grant';
import { modes } from '@permesso/engine/internal/policy/mode-name';
import { parseRule } from '@permesso/engine/internal/policy/rules/parse-rule';
import type { Origin, Rule } from '@permesso/engine/internal/policy/rules/rule';
import { readText } from '../../storage/read-text.ts';
import { isAsk, isPin } from './grant-file.ts';
import { isRecord } from '@permesso/engine/internal/call/is-record';
import type { GrantStore, SyncGrantStore } from './grant-store.ts';
import { publicProblem } from '../../storage/private-file.ts';

const known: ReadonlySet<string> = new Set(['id', 'rules', 'answers', 'givenIn', 'pin', 'expires']);

const origin: Origin = { layer: 'team', root: '/', trusted: true };

/** Nothing where something is not as it must be: a limit that is not understood must not be lost. */
export function readTeamGrant(said: unknown): Grant | undefined {
  if (!isRecord(said) || Object.keys(said).some((name) => !known.has(name))) return undefined;
  const { id, rules, answers, givenIn, pin, expires } = said;
  const mode = modes.find((each) => each === givenIn);
  if (typeof id !== 'string' || mode === undefined || !Number.isFinite(expires)) return undefined;
  if (!Array.isArray(answers) || !answers.every(isAsk) || answers.some((ask: Ask) => isImmune(ask)))
    return undefined;
  if (pin !== undefined && !isPin(pin)) return undefined;
  const read = readTeamRules(rules);
  if (read === undefined) return undefined;
  return {
    id: `team-${id}`,
    rules: read,
    answers,
    scope: 'user',
    givenIn: mode,
    expires: Number(expires),
    ...(pin === undefined ? {} : { pin }),
  };
}

/** Without a rule it would be about nothing, or about everything. */
function readTeamRules(said: unknown): readonly Rule[] | undefined {
  if (!Array.isArray(said) || said.length === 0) return undefined;
  const rules = said.map((text: unknown) =>
    typeof text === 'string' ? parseRule(text, { verdict: 'allow', origin }) : undefined,
  );
  return rules.every((rule) => rule?.ok === true) ? rules.map((rule) => rule.value) : undefined;
}

/** The grants that a file holds. */
export function teamGrantsIn(file: string): readonly Grant[] {
  return grantsIn(textIn(file));
}

/** Write access to its folder could grant anything, so then it counts as empty. */
function textIn(file: string): string {
  const read = readText(file);
  return 'text' in read && publicProblem(dirname(file)) === undefined ? read.text : '[]';
}

function grantsIn(text: string): readonly Grant[] {
  try {
    const said: unknown = JSON.parse(text);
    return Array.isArray(said) ? said.flatMap((each: unknown) => readTeamGrant(each) ?? []) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Milliseconds between two looks at the file while a question waits. */
const every = 500;

/** A store with what the team has granted. That is kept elsewhere: it is neither counted nor taken back here. */
export function withTeamGrants(store: SyncGrantStore, file: string): SyncGrantStore;
export function withTeamGrants(store: GrantStore, file: string): GrantStore;
export function withTeamGrants(store: GrantStore, file: string): GrantStore {
  const isTeams = (id: string): boolean => id.startsWith('team-');
  let seen: { readonly text: string; readonly grants: readonly Grant[] } = { text: '[]', grants: [] };
  const granted = (): readonly Grant[] => {
    const text = textIn(file);
    if (text !== seen.text) seen = { text, grants: grantsIn(text) };
    return seen.grants;
  };
  return {
    ...store,
    list: (of) => {
      const withTeams = (own: readonly Grant[]): readonly Grant[] => [
        ...own.filter(({ id }) => !isTeams(id)),
        ...granted(),
      ];
      const own = store.list(of);
      return own instanceof Promise ? own.then(withTeams) : withTeams(own);
    },
    use: (id) => isTeams(id) || (store.use?.(id) ?? true),
    revoke: (id) => (isTeams(id) ? false : store.revoke(id)),
    watch: (changed) => {
      const stop = store.watch?.(changed);
      let last = textIn(file);
      const timer = setInterval(() => {
        const now = textIn(file);
        if (now !== last) changed();
        last = now;
      }, every).unref();
      return () => {
        clearInterval(timer);
        stop?.();
      };
    },
  };
}
