import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { rememberedIn, removeRemembered, type RememberedFile } from '../approval/stores/grant-files.ts';
import { teamGrantsIn } from '../approval/stores/team-grants.ts';
import type { Grant } from '@permesso/engine/decision';
import { removeRule } from './edit-policy.ts';
import { loadPolicy } from './load-policy.ts';
import { printInstant, type Rule } from '@permesso/engine/policy';
import { fileLog } from '../log/file/file-log.ts';
import { logFiles } from '../log/file/log-files.ts';
import { teamGrantsFile } from '../disk/policy-files.ts';
import { findPlaces, type PlaceOptions } from '../disk/policy-places.ts';

/** A remembered answer, wherever it is kept. */
export interface RememberedAnswer {
  readonly id: string;
  readonly verdict: 'allow' | 'deny';
  readonly scope: string;
  readonly rules: readonly string[];
  readonly what: string;
  /** The one call that it is for, by the key used in the log. */
  readonly callKey?: string;
  /** Absent if it is kept as a rule of a policy file: how often it matches is in the log. */
  readonly hits?: number;
  readonly lastUsed?: string;
  readonly expires?: string;
  readonly left?: number;
  readonly session?: string;
  readonly project?: string;
  readonly file?: string;
  /** Why it cannot be revoked here. */
  readonly staysBecause?: string;
  readonly remove: () => Promise<boolean> | boolean;
}

export interface RememberedOptions extends PlaceOptions {
  readonly cwd: string;
}

export function rememberedAnswers(options: RememberedOptions): readonly RememberedAnswer[] {
  return [...answersBesideRules(options), ...savedRules(options)].filter(isStillGood);
}

/** Excludes answers that became rules of a policy file. */
export function answersBesideRules(options: PlaceOptions): readonly RememberedAnswer[] {
  return [
    ...rememberedIn(findPlaces(options).state).map(fromFile),
    ...teamGrantsIn(teamGrantsFile(options)).map(fromTeam),
  ].filter(isStillGood);
}

function isStillGood({ expires }: RememberedAnswer): boolean {
  return expires === undefined || Date.parse(expires) > Date.now();
}

function fromTeam({ id, rules, expires }: Grant): RememberedAnswer {
  return {
    id,
    verdict: 'allow',
    scope: 'team',
    rules: rules.map(({ text }) => text),
    what: rules.map(({ text }) => text).join(' + '),
    ...(expires === undefined ? {} : { expires: printInstant(expires) }),
    staysBecause: 'several people of the team granted it: it is taken back at the server',
    remove: () => false,
  };
}

function fromFile({ file, remembered, hits, lastUsed, left }: RememberedFile): RememberedAnswer {
  const kept = remembered.kind === 'grant' ? remembered.grant : remembered.denial;
  const { id, scope, rules, session, project, expires } = kept;
  return {
    id,
    verdict: remembered.kind === 'grant' ? 'allow' : 'deny',
    scope,
    rules: rules.map(({ text }) => text),
    what: rules.length === 0 ? 'one exact call' : rules.map(({ text }) => text).join(' + '),
    hits,
    file,
    ...definedFields({ callKey: kept.callKey }),
    ...(lastUsed === undefined ? {} : { lastUsed: new Date(lastUsed).toISOString() }),
    ...(expires === undefined ? {} : { expires: printInstant(expires) }),
    ...definedFields({ left, session, project }),
    remove: () => removeRemembered(file),
  };
}

/** A project's own file may claim `from: prompt`, but answers are saved only in these two. */
const savedIn: ReadonlySet<string> = new Set(['local', 'user']);

/** Project and user answers are rules in the local and the user file; how often they match is in the log. */
function savedRules(options: RememberedOptions): readonly RememberedAnswer[] {
  return loadPolicy(options)
    .policy.rules.filter(({ from, origin }) => from === 'prompt' && savedIn.has(origin.layer))
    .map((rule) => fromRule(rule, options));
}

function fromRule(
  { key, verdict, text, origin, expires }: Rule,
  options: RememberedOptions,
): RememberedAnswer {
  const layer = origin.layer === 'user' ? 'user' : 'local';
  const denies = verdict === 'deny' ? 'deny' : 'allow';
  return {
    id: createHash('sha256').update(key).digest('hex').slice(0, 32),
    verdict: denies,
    scope: layer === 'user' ? 'user' : 'project',
    rules: [text],
    what: text,
    ...definedFields({ file: origin.file }),
    ...(expires === undefined ? {} : { expires: printInstant(expires) }),
    remove: async () =>
      (await removeRule({ verdict: denies, rule: text }, { ...options, to: layer })).changed,
  };
}

export interface RevokedBy {
  readonly by: string;
  readonly from: string;
}

/** Also recorded in this person's log, if there is one, to show why the agent asked again. */
export async function revokeRemembered(
  answer: RememberedAnswer,
  who: RevokedBy,
  options: PlaceOptions,
): Promise<boolean> {
  const { id, verdict, scope, rules } = answer;
  if (!(await answer.remove())) return false;
  const directory = join(findPlaces(options).state, 'log');
  if (logFiles(directory).length === 0) return true;
  const log = fileLog({ directory });
  try {
    log.write({ type: 'revoked', at: Date.now(), id, verdict, scope, rules, ...who });
  } finally {
    log.close();
  }
  return true;
}
