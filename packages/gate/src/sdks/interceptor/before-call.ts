import { definedFields } from '@permesso/engine/call';
import { checkOptions } from '@permesso/engine/policy';
import type { AuthorizeOptions, Gate } from '../../gate/gate.ts';
import { failureText, refusalOf } from '../../payloads/refusal.ts';
import type { ToolPermissionInterceptor } from './contract.ts';

/** What the intercepted program can do, and who is asked. */
export interface BeforeCallOptions extends Pick<
  AuthorizeOptions,
  'scopes' | 'editable' | 'runsSandboxed' | 'approver'
> {}

const optionNames: readonly (keyof BeforeCallOptions)[] = ['scopes', 'editable', 'runsSandboxed', 'approver'];

/**
 * For programs that announce their calls: call it in their hook, callback or event, and await it. A call that may
 * only run sandboxed is asked about unless `runsSandboxed` says that you run it there.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { beforeCall } from '@permesso/gate/interceptor';
 * const { intercept } = beforeCall(createGate({ policy: { allow: ['Read'] } }));
 * const said = await intercept({ tool: 'Read', input: { file_path: 'a.txt' } });
 * if (said.verdict === 'allow') said.ran({ ok: true });
 * ```
 */
export function beforeCall(
  gate: Pick<Gate, 'authorize'> & Partial<Pick<Gate, 'fail'>>,
  options: BeforeCallOptions = {},
): ToolPermissionInterceptor {
  checkOptions(options, optionNames, 'beforeCall');
  return {
    intercept: async (call, { signal } = {}) => {
      try {
        const said = await gate.authorize(call, {
          runsSandboxed: false,
          ...options,
          ...definedFields({ signal }),
        });
        const { decision } = said;
        return said.verdict === 'allow'
          ? { verdict: 'allow', call: said.call, decision, message: said.message, ran: said.ran }
          : { verdict: 'deny', decision, message: refusalOf(said) };
      } catch (error) {
        return { verdict: 'deny', message: failureText(error, gate.fail) };
      }
    },
  };
}
