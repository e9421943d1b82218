import type { SandboxFact } from '@permesso/engine/world';
import { knownSandbox, sandboxFolder } from '@permesso/gate/sandbox-calls';
import type { HookGate } from '../intercept/intercept.ts';
import { sandboxedCommand, sandboxedState, type SandboxWish } from '../intercept/sandboxed-command.ts';

export interface CallSandboxOptions {
  readonly wish: SandboxWish;
  /** What the policy says. */
  readonly use: 'on' | 'off' | 'required';
  readonly state: string;
  readonly program: string | undefined;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** The sandbox of one hook: what the gate is told of it, and how a call is put into it. */
export interface CallSandbox {
  readonly find: () => Promise<{ readonly sandbox?: SandboxFact }>;
  readonly carrying: Pick<HookGate, 'usesSandbox' | 'inSandbox' | 'rewritten'>;
}

const leftByModel: SandboxFact = {
  engine: 'none',
  version: '',
  proven: false,
  whyNot: 'the agent asks to run it outside',
};

export function callSandbox({ wish, use, state, program, cwd, signal }: CallSandboxOptions): CallSandbox {
  if (wish === 'none' || use === 'off') return { find: async () => ({}), carrying: {} };
  const usesSandbox = true;
  if (wish === 'left') return { find: async () => ({ sandbox: leftByModel }), carrying: { usesSandbox } };
  if (program === undefined) return { find: async () => ({}), carrying: { usesSandbox } };
  const folder = sandboxFolder(state);
  const where = { folder, program, cwd };
  return {
    find: async () => ({ sandbox: await knownSandbox({ ...where, signal }) }),
    carrying: {
      usesSandbox,
      inSandbox: (call, obligation) => sandboxedCommand(call, obligation, where),
      rewritten: ({ input }) => sandboxedState(input['command'], folder),
    },
  };
}
