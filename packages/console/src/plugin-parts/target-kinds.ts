import type { ListedTarget, TeamWho } from '@permesso/protocol/console';
import type { ConsolePlugin } from '../plugin.ts';
import { plugins } from '../plugins/index.ts';

/** The server's id for this browser as a notification target, or an empty text. */
export async function browserPrint(): Promise<string> {
  for (const plugin of plugins) {
    const print = await plugin.browserPrint?.();
    if (print !== undefined) return print;
  }
  return '';
}

type TargetKind = ListedTarget['kind'];

const ownKinds: NonNullable<ConsolePlugin['targetKinds']> = { webhook: 'Webhook', mail: 'Mail' };
const everyKind = Object.assign({}, ownKinds, ...plugins.map(({ targetKinds }) => targetKinds));

/** The display name of a kind of notification target. */
export function targetKindTitle(kind: TargetKind): string {
  return everyKind[kind] ?? kind;
}

/** The kinds that this server can send to. Browsers add themselves. */
export function targetKindsOf(who: TeamWho): readonly TargetKind[] {
  const running = plugins.filter(({ name }) => who.plugins.includes(name));
  return [ownKinds, ...running.map(({ targetKinds = {} }) => targetKinds)]
    .flatMap((kinds) => Object.keys(kinds) as TargetKind[])
    .filter((kind) => kind !== 'push');
}
