import type { Judgement, RememberedCall } from '@permesso/engine/decision';
import { redactSecrets } from '@permesso/engine/facts';
import { visible } from '@permesso/protocol/text';

/** Nobody reads further, and a command may be as long as a file. */
const longest = 400;

/** Text of a stranger for a screen or a page: secrets hidden, unseen characters spelled out, the home directory as `~`. */
export function shown(text: string, home?: string): string {
  // Once more after characters were spelled out: one inside a token would have hidden it from the first look.
  const safe = redactSecrets(visible(redactSecrets(text).text)).text;
  const short = home === undefined ? safe : safe.replaceAll(`${visible(home)}/`, '~/');
  return short.length <= longest ? short : `${short.slice(0, longest)}…`;
}

/** A command as it was written; of every other call what it is about, never what a file is filled with. */
export function callText({
  item,
  judgements,
}: {
  readonly item: RememberedCall;
  readonly judgements: readonly Judgement[];
}): string {
  const { call, world } = item;
  const command = call.tool === 'Bash' ? call.input['command'] : undefined;
  return shown(typeof command === 'string' ? command : (judgements[0]?.part.label ?? call.tool), world.home);
}
