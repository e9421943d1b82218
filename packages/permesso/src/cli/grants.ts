import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { rememberedIn, removeRemembered, type RememberedFile } from '../approval/grant-files.ts';
import { teamGrantsIn } from '../approval/team-grants.ts';
import type { Grant } from '../decision/grant.ts';
import { promptWhy } from '../disk-grants.ts';
import { removeRule } from '../edit-policy.ts';
import { loadPolicy } from '../load-policy.ts';
import { printInstant } from '../policy/instant.ts';
import type { Rule } from '../policy/rule.ts';
import { fileLog } from '../record/file-log.ts';
import { logFiles } from '../record/log-files.ts';
import { teamGrantsFile } from '../world/policy-files.ts';
import { findPlaces } from '../world/policy-places.ts';
import { inColumns } from './columns.ts';
import { UsageError, type Command, type Given, type Output } from './command.ts';
import { cwdOption, placeOptions } from './policy-options.ts';

export const grants: Command = {
  name: 'grants',
  summary: 'Lists the answers that are remembered, with how often each was used, and takes one back.',
  usage: 'grants [revoke ID]',
  options: [cwdOption, { name: 'json', help: 'as JSON' }],
  examples: [
    ['permesso grants', 'what was granted or denied for a session, a project or everywhere'],
    ['permesso grants revoke 3f2a', 'the next call is asked about again; the first characters do'],
  ],
  exitCodes: [
    [0, 'listed, or taken back'],
    [1, 'there is no such grant'],
  ],
  run: async (given, out) => {
    const [action, id, extra] = given.operands;
    if (action === undefined) return list(given, out);
    if (action !== 'revoke') throw new UsageError(`\`grants ${action}\`? there is revoke`);
    if (id === undefined || extra !== undefined) throw new UsageError('name one grant: grants revoke ID');
    return await revoke(id, given, out);
  },
};

/** One remembered answer, wherever it is kept. */
interface Listed {
  readonly id: string;
  readonly verdict: 'allow' | 'deny';
  readonly scope: string;
  readonly rules: readonly string[];
  readonly what: string;
  readonly hits?: number;
  readonly lastUsed?: string;
  readonly expires?: string;
  readonly left?: number;
  readonly session?: string;
  readonly project?: string;
  readonly file?: string;
  readonly remove: () => Promise<boolean> | boolean;
}

function allOf(given: Given): readonly Listed[] {
  const places = placeOptions(given);
  const now = Date.now();
  return [
    ...rememberedIn(findPlaces(places).state).map(fromFile),
    ...savedRules(given),
    ...teamGrantsIn(teamGrantsFile(places)).map(fromTeam),
  ].filter(({ expires }) => expires === undefined || Date.parse(expires) > now);
}

function fromTeam({ id, rules, expires }: Grant): Listed {
  return {
    id,
    verdict: 'allow',
    scope: 'team',
    rules: rules.map(({ text }) => text),
    what: rules.map(({ text }) => text).join(' + '),
    ...(expires === undefined ? {} : { expires: printInstant(expires) }),
    remove: () => {
      throw new UsageError('several people of the team granted it: it is taken back at the server');
    },
  };
}

function fromFile({ file, remembered, hits, lastUsed, left }: RememberedFile): Listed {
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
    ...(lastUsed === undefined ? {} : { lastUsed: new Date(lastUsed).toISOString() }),
    ...(expires === undefined ? {} : { expires: printInstant(expires) }),
    ...(left === undefined ? {} : { left }),
    ...(session === undefined ? {} : { session }),
    ...(project === undefined ? {} : { project }),
    remove: () => removeRemembered(file),
  };
}

/** Project and user answers are rules in the local and the user file; how often they match is in the log. */
function savedRules(given: Given): readonly Listed[] {
  const places = placeOptions(given);
  return loadPolicy(places)
    .policy.rules.filter(({ why }) => why === promptWhy || why === 'denied at the prompt')
    .map((rule) => fromRule(rule, places.cwd));
}

function fromRule({ key, verdict, text, origin, expires }: Rule, cwd: string): Listed {
  const layer = origin.layer === 'user' ? 'user' : 'local';
  const denies = verdict === 'deny' ? 'deny' : 'allow';
  return {
    id: createHash('sha256').update(key).digest('hex').slice(0, 32),
    verdict: denies,
    scope: layer === 'user' ? 'user' : 'project',
    rules: [text],
    what: text,
    ...(origin.file === undefined ? {} : { file: origin.file }),
    ...(expires === undefined ? {} : { expires: printInstant(expires) }),
    remove: async () => (await removeRule({ verdict: denies, rule: text }, { cwd, to: layer })).changed,
  };
}

function list(given: Given, out: Output): number {
  const all = allOf(given);
  if (given.flag('json')) {
    out.print(JSON.stringify({ grants: all.map(({ remove: _remove, ...rest }) => rest) }));
    return 0;
  }
  if (all.length === 0) {
    out.print('Nothing is remembered.');
    return 0;
  }
  const rows = all.map((one) => [
    one.id.replace('team-', '').slice(0, 8),
    one.verdict,
    one.scope,
    life(one),
    one.what,
  ]);
  out.print([...inColumns([['ID', 'SAYS', 'FOR', 'USED', 'WHAT'], ...rows], out.width)].join('\n'));
  return 0;
}

function life({ hits, lastUsed, expires, left }: Listed): string {
  return [
    hits === undefined ? 'see the log' : hits === 0 ? 'never' : `${hits}x, last ${lastUsed ?? ''}`,
    ...(left === undefined ? [] : [`${left} left`]),
    ...(expires === undefined ? [] : [`until ${expires}`]),
  ].join(', ');
}

/** In the log of this person, where there is one: whoever reads it later sees why the agent asked again. */
function recordRevoke({ id, verdict, scope, rules }: Listed, given: Given): void {
  const directory = join(findPlaces(placeOptions(given)).state, 'log');
  if (logFiles(directory).length === 0) return;
  const log = fileLog({ directory });
  try {
    const who = { by: userInfo().username, from: 'command line' };
    log.write({ type: 'revoked', at: Date.now(), id, verdict, scope, rules, ...who });
  } finally {
    log.close();
  }
}

async function revoke(id: string, given: Given, out: Output): Promise<number> {
  const found = allOf(given).filter((one) => one.id.startsWith(id));
  const [first, second] = found;
  if (second !== undefined)
    throw new UsageError(`${id} could be ${found.map((one) => one.id.slice(0, 12)).join(' or ')}`);
  const done = first !== undefined && (await first.remove());
  if (done) recordRevoke(first, given);
  if (given.flag('json')) out.print(JSON.stringify({ id: first?.id ?? id, revoked: done }));
  else out.print(done ? `Taken back: ${first.verdict} ${first.what}` : `There is no grant ${id}.`);
  return done ? 0 : 1;
}
