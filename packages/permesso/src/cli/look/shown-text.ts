import type { Judgement, RememberedCall } from '@permesso/engine/decision';
import { redactSecrets } from '@permesso/engine/facts';
import { visible } from '@permesso/protocol/text';

/** Nobody reads further, and a command may be as long as a file. */
const longest = 400;

/**
 * Untrusted text for a screen or a page: secrets redacted, invisible characters spelled out, the home directory as
 * `~`.
 */
export function shown(text: string, home?: string): string {
  // Redacted again after characters were spelled out: an invisible one inside a token hides the token from the first
  // pass.
  const safe = redactSecrets(visible(redactSecrets(text).text)).text;
  const short = home === undefined ? safe : safe.replaceAll(`${visible(home)}/`, '~/');
  return short.length <= longest ? short : `${short.slice(0, longest)}…`;
}

/** A command verbatim; for any other call its subject, never the content of a file. */
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
