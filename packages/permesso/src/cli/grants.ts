import { userInfo } from 'node:os';
import { rememberedAnswers, takeBack, type RememberedAnswer } from '../remembered-answers.ts';
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

function allOf(given: Given): readonly RememberedAnswer[] {
  return rememberedAnswers(placeOptions(given));
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

function life({ hits, lastUsed, expires, left }: RememberedAnswer): string {
  return [
    hits === undefined ? 'see the log' : hits === 0 ? 'never' : `${hits}x, last ${lastUsed ?? ''}`,
    ...(left === undefined ? [] : [`${left} left`]),
    ...(expires === undefined ? [] : [`until ${expires}`]),
  ].join(', ');
}

async function revoke(id: string, given: Given, out: Output): Promise<number> {
  const found = allOf(given).filter((one) => one.id.startsWith(id));
  const [first, second] = found;
  if (second !== undefined)
    throw new UsageError(`${id} could be ${found.map((one) => one.id.slice(0, 12)).join(' or ')}`);
  if (first?.staysBecause !== undefined) throw new UsageError(first.staysBecause);
  const who = { by: userInfo().username, from: 'command line' };
  const done = first !== undefined && (await takeBack(first, who, placeOptions(given)));
  if (given.flag('json')) out.print(JSON.stringify({ id: first?.id ?? id, revoked: done }));
  else out.print(done ? `Taken back: ${first.verdict} ${first.what}` : `There is no grant ${id}.`);
  return done ? 0 : 1;
}
