import { buildEngine } from '../../engine/build.ts';
import { buildGate } from '../../gate/build.ts';
import { buildProtocol } from '../../protocol/build.ts';
import { buildServer } from '../../server/build.ts';
import { buildPermesso } from '../build.ts';

/** Processes that tests start are what users have. Nothing is done where it is newer than the sources. */
export async function setup(): Promise<void> {
  await buildEngine();
  await buildProtocol();
  await buildGate();
  await buildPermesso();
  buildServer();
}
