import { dirname } from 'node:path';
import { definedFields, isRecord, sameJson, parseJson } from '@permesso/engine/call';
import { type Ask, type Grant, isImmune } from '@permesso/engine/decision';
import { modes, type Origin, parseRule, portableKey, type Rule } from '@permesso/engine/policy';
import { signedGrants } from '../../disk/held-bundle.ts';
import { readText } from '../../disk/read-text.ts';
import { standingId } from '../answer-to-grant.ts';
import { isAsk, isPin } from './grant-file.ts';
import type { GrantStore, SyncGrantStore } from './grant-store.ts';
import { publicProblem } from '../../disk/private-file.ts';

const known: ReadonlySet<string> = new Set(['id', 'rules', 'answers', 'givenIn', 'pin', 'expires']);

const origin: Origin = { layer: 'team', root: '/', trusted: true };

/** Undefined if anything is invalid: an unknown limit must not be ignored. */
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
    ...definedFields({ pin }),
  };
}

/** Without a rule it would cover nothing, or everything. */
function readTeamRules(said: unknown): readonly Rule[] | undefined {
  if (!Array.isArray(said) || said.length === 0) return undefined;
  const rules = said.map((text: unknown) =>
    typeof text === 'string' ? parseRule(text, { verdict: 'allow', origin }) : undefined,
  );
  return rules.every((rule) => rule?.ok === true) ? rules.map((rule) => rule.value) : undefined;
}

/** The grants in a file, as far as the newest manifest beside it lists them. */
export function teamGrantsIn(file: string): readonly Grant[] {
  return signedOf(grantsIn(textIn(file)), file);
}

/** The team signed the grant; this machine only worked out which of its rules it satisfies. */
function signedOf(grants: readonly Grant[], file: string): readonly Grant[] {
  if (grants.length === 0) return grants;
  const signed = signedGrants(dirname(file)).flatMap((said) => readTeamGrant(said) ?? []);
  return grants.filter((grant) =>
    signed.some((each) => {
      const { answers, ...rest } = grant;
      const { answers: asked, ...same } = each;
      return (
        JSON.stringify(rest) === JSON.stringify(same) &&
        answers.every((ask) => asked.some((other) => isSameAsk(ask, other)))
      );
    }),
  );
}

/** The signed ask names rules in a portable form. */
function isSameAsk(here: Ask, signed: Ask): boolean {
  if (!('rule' in here)) return sameJson(here, signed);
  try {
    return sameJson({ ...here, rule: portableKey(here.rule) }, signed);
  } catch (error) {
    // Not a valid key.
    if (error instanceof SyntaxError || error instanceof TypeError) return false;
    throw error;
  }
}

/** Anyone with write access to its folder could grant anything, so then it counts as empty. */
function textIn(file: string): string {
  const read = readText(file);
  return 'text' in read && publicProblem(dirname(file)) === undefined ? read.text : '[]';
}

function grantsIn(text: string): readonly Grant[] {
  return itemsIn(text).flatMap((each) => readTeamGrant(each) ?? []);
}

/** Answers that the team revoked, by grant id. Kept in the same file as its grants. */
function endedIn(text: string): ReadonlySet<string> {
  const ids = itemsIn(text).map((each) => (isRecord(each) ? each['ended'] : undefined));
  return new Set(ids.flatMap((id) => (typeof id === 'string' ? [standingId(id)] : [])));
}

function itemsIn(text: string): readonly unknown[] {
  const said: unknown = parseJson(text);
  return Array.isArray(said) ? said : [];
}

/** Milliseconds between checks of the file while a request is pending. */
const every = 500;

/** A store that adds the team's grants. Those are kept elsewhere: here they are neither counted nor revoked. */
export function withTeamGrants(store: SyncGrantStore, file: string): SyncGrantStore;
export function withTeamGrants(store: GrantStore, file: string): GrantStore;
export function withTeamGrants(store: GrantStore, file: string): GrantStore {
  const isTeams = (id: string): boolean => id.startsWith('team-');
  let seen = { text: '[]', grants: grantsIn('[]'), ended: endedIn('[]') };
  const look = (): typeof seen => {
    const text = textIn(file);
    if (text !== seen.text) seen = { text, grants: signedOf(grantsIn(text), file), ended: endedIn(text) };
    return seen;
  };
  return {
    ...store,
    list: (of) => {
      const { grants, ended } = look();
      const withTeams = (own: readonly Grant[]): readonly Grant[] => [
        ...own.filter(({ id }) => !isTeams(id) && !ended.has(id)),
        ...grants,
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
