/** A thread with a copy of the published engine of its own: decides lines of shell with one of its entry points. */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Decision, DecideOptions, ToolCall } from '../../src/index.ts';
import type { compilePolicy } from '../../src/policy/compile-policy.ts';
import { layer } from './layer.ts';

export interface Wanted {
  readonly entry: 'index' | 'page';
  /** None of the files that are loaded late can be loaded. */
  readonly isBroken: boolean;
  readonly commands: readonly string[];
}

const { entry, isBroken, commands } = workerData as Wanted;
const loaded: string[] = [];
registerHooks({
  resolve: (specifier, context, next) => {
    const late = /\/(late-\w+)\.js$/.exec(specifier)?.[1];
    if (late !== undefined && isBroken) throw new Error('no network');
    if (late !== undefined) loaded.push(late);
    return next(specifier, context);
  },
});
const file = join(import.meta.dirname, '../../dist', `${entry}.js`);
const engine = (await import(pathToFileURL(file).href)) as {
  readonly compilePolicy: typeof compilePolicy;
  readonly decideCall: (call: ToolCall, options: DecideOptions) => Decision | Promise<Decision>;
};
const policy = engine.compilePolicy([layer]);
const before = [...loaded];
const decisions: string[] = [];
for (const command of commands) {
  const call = { tool: 'Bash', input: { command }, cwd: '/home/dev/project' };
  decisions.push(JSON.stringify(await engine.decideCall(call, { policy, mode: 'bypass' })));
}
const found = { decisions, before, after: loaded };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(found);
