import { userInfo } from 'node:os';
import { join } from 'node:path';
import { printable } from '@permesso/engine/decision';
import { rememberedAnswers, revokeRemembered, type RememberedAnswer } from '@permesso/gate/gate';
import { readLogBackwards } from '@permesso/gate/log';
import { findPlaces } from '@permesso/gate/disk';
import { callText } from '../call-text.ts';
import { inColumns } from '../columns.ts';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { confirmLoosening } from '../own-terminal.ts';
import { cwdOption, placeOptions } from '../policy-options.ts';

export const grants: Command = {
  name: 'grants',
  summary: 'Lists remembered answers with their use counts, or revokes one.',
  usage: 'grants [revoke ID]',
  options: [cwdOption, { name: 'json', help: 'as JSON' }],
  examples: [
    ['permesso grants', 'lists what was granted or denied, by scope'],
    ['permesso grants revoke 3f2a', 'revokes a grant (the first characters of its id suffice)'],
  ],
  exitCodes: [
    [0, 'listed or revoked'],
    [1, 'there is no such grant, or nobody confirmed removing a remembered denial'],
  ],
  run: async (given, out) => {
    const [action, id, extra] = given.operands;
    if (action === undefined) return listGrants(given, out);
    if (action !== 'revoke') throw new UsageError(`unknown \`grants ${action}\`; use revoke`);
    if (id === undefined || extra !== undefined) throw new UsageError('name one grant: grants revoke ID');
    return await revoke(id, given, out);
  },
};

function allOf(given: CommandInput): readonly RememberedAnswer[] {
  return rememberedAnswers(placeOptions(given));
}

function listGrants(given: CommandInput, out: Output): number {
  const all = allOf(given);
  if (given.flag('json')) {
    out.print(JSON.stringify({ grants: all.map(({ remove: _remove, ...rest }) => rest) }));
    return 0;
  }
  if (all.length === 0) {
    out.print('No answers are remembered.');
    return 0;
  }
  const calls = callsNamed(all);
  const rows = all.map((one) => [
    one.id.replace('team-', '').slice(0, 8),
    one.verdict,
    one.scope,
    life(one),
    calls.get(one.callKey ?? '') ?? one.what,
  ]);
  out.print([...inColumns([['ID', 'SAYS', 'FOR', 'USED', 'WHAT'], ...rows], out.width)].join('\n'));
  return 0;
}

/** How many entries to search for the calls of grants. */
const mostEntries = 20_000;

/** The calls behind grants that name no rule, if the log still has them. */
function callsNamed(all: readonly RememberedAnswer[]): ReadonlyMap<string, string> {
  const wanted = new Set(
    all.flatMap(({ rules, callKey }) => (rules.length > 0 || callKey === undefined ? [] : [callKey])),
  );
  const found = new Map<string, string>();
  if (wanted.size === 0) return found;
  let seen = 0;
  for (const entry of readLogBackwards(join(findPlaces().state, 'log'))) {
    seen += 1;
    if (seen > mostEntries || found.size === wanted.size) break;
    if (entry.type !== 'decision' || entry.key === undefined || !wanted.has(entry.key)) continue;
    if (!found.has(entry.key)) found.set(entry.key, `only ${callText(entry.call)}`);
  }
  return found;
}

function life({ hits, lastUsed, expires, left }: RememberedAnswer): string {
  return [
    hits === undefined ? 'see the log' : hits === 0 ? 'never' : `${hits}x, last ${lastUsed ?? ''}`,
    ...(left === undefined ? [] : [`${left} left`]),
    ...(expires === undefined ? [] : [`until ${expires}`]),
  ].join(', ');
}

async function revoke(id: string, given: CommandInput, out: Output): Promise<number> {
  const found = allOf(given).filter((one) => one.id.startsWith(id));
  const [first, second] = found;
  if (second !== undefined)
    throw new UsageError(`${id} could be ${found.map((one) => one.id.slice(0, 12)).join(' or ')}`);
  if (first?.staysBecause !== undefined) throw new UsageError(first.staysBecause);
  const question = `Take back this remembered no: ${printable(first?.what ?? '')}?`;
  if (first?.verdict === 'deny' && !(await confirmLoosening(question, out))) return 1;
  const who = { by: userInfo().username, from: 'command line' };
  const done = first !== undefined && (await revokeRemembered(first, who, placeOptions(given)));
  if (given.flag('json')) out.print(JSON.stringify({ id: first?.id ?? id, revoked: done }));
  else out.print(done ? `Taken back: ${first.verdict} ${first.what}` : `There is no grant ${id}.`);
  return done ? 0 : 1;
}
