import { buildEngine } from '../build.ts';
import { buildProtocol } from '../../protocol/build.ts';

/** Processes that tests start load these packages as users do, from their `dist`. */
export async function setup(): Promise<void> {
  await buildEngine();
  await buildProtocol();
}
