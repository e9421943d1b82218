import { checkOptions } from '@permesso/engine/internal/policy/code-policy';
import type { AuthorizeOptions, Gate } from '../../gate/gate.ts';
import { failureText, refusalOf } from '../../hosts/hook/refusal.ts';
import type { ToolPermissionInterceptor } from './contract.ts';

export interface BeforeCallOptions extends Pick<
  AuthorizeOptions,
  'scopes' | 'editable' | 'runsSandboxed' | 'approver'
> {}

const optionNames: readonly (keyof BeforeCallOptions)[] = ['scopes', 'editable', 'runsSandboxed', 'approver'];

/**
 * For programs that say what they are about to do: call it in their hook, callback or event, and wait for it. A call that
 * may only run sandboxed is asked about unless `runsSandboxed` says that you run it so.
 */
export function beforeCall(
  gate: Pick<Gate, 'authorize'>,
  options: BeforeCallOptions = {},
): ToolPermissionInterceptor {
  checkOptions(options, optionNames, 'beforeCall');
  return {
    intercept: async (call, { signal } = {}) => {
      try {
        const said = await gate.authorize(call, {
          runsSandboxed: false,
          ...options,
          ...(signal === undefined ? {} : { signal }),
        });
        const { decision } = said;
        return said.verdict === 'allow'
          ? { verdict: 'allow', call: said.call ?? call, decision, message: said.message, ran: said.ran }
          : { verdict: 'deny', decision, message: refusalOf(said) };
      } catch (error) {
        return { verdict: 'deny', message: failureText(error) };
      }
    },
  };
}
