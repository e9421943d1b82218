import type { GrantStore } from './approval/grant-store.ts';
import { createGate, type Gate, type GateOptions } from './gate.ts';
import { policySource, type LoadOptions } from './load-policy.ts';
import { messageOf } from './facts/read-facts.ts';

export interface PolicyGateOptions extends Omit<GateOptions, 'policy'>, LoadOptions {}

/**
 * A gate whose policy is on disk. Every call sees the files, the trust and the freeze as they are at that moment; a
 * policy that breaks while the gate lives denies everything until it is mended. Throws where it is broken from the
 * start.
 */
export function createPolicyGate(options: PolicyGateOptions): Gate {
  const load = policySource(options);
  let { policy, frozen } = load();
  let ownFreeze: string | undefined;
  // Where the last answer was given.
  let asked: string | undefined;
  const { approver } = options;
  const gate = createGate({
    ...options,
    policy,
    // A yes for the project is a rule in a file: whoever waits is looked at again with it.
    ...(options.grants === undefined ? {} : { grants: seenAtOnce(options.grants) }),
    // A person may think for days: what was frozen or forbidden meanwhile is.
    ...(approver === undefined
      ? {}
      : {
          approver: async (request, rest) => {
            const answer = await approver(request, rest);
            asked = request.call.cwd;
            refresh(asked);
            return answer;
          },
        }),
  });
  const hold = (reason: string | undefined): void => {
    if (reason === undefined) gate.thaw();
    else gate.freeze(reason);
  };
  hold(frozen);

  function seenAtOnce(grants: GrantStore): GrantStore {
    const { add, deny } = grants;
    return {
      ...grants,
      add: async (grant) => {
        await add(grant);
        refresh(asked);
      },
      ...(deny === undefined
        ? {}
        : {
            deny: async (denial) => {
              await deny(denial);
              refresh(asked);
            },
          }),
    };
  }

  function refresh(cwd?: string): void {
    try {
      const loaded = load(cwd === undefined ? {} : { cwd });
      if (loaded.policy !== policy) gate.setPolicy(loaded.policy);
      policy = loaded.policy;
      frozen = loaded.frozen;
      hold(ownFreeze ?? frozen);
    } catch (error) {
      gate.freeze(`there is no policy to decide with: ${messageOf(error)}`);
    }
  }

  return {
    ...gate,
    decide: (call) => {
      refresh(call.cwd);
      return gate.decide(call);
    },
    authorize: (call, rest) => {
      if (rest?.approver !== undefined) asked = call.cwd;
      refresh(call.cwd);
      return gate.authorize(call, rest);
    },
    consult: (call, rest) => {
      refresh(call.cwd);
      return gate.consult(call, rest);
    },
    explain: (call) => {
      refresh(call.cwd);
      return gate.explain(call);
    },
    visibleTools: (tools) => {
      refresh();
      return gate.visibleTools(tools);
    },
    freeze: (reason) => {
      ownFreeze = reason;
      gate.freeze(reason);
    },
    thaw: () => {
      ownFreeze = undefined;
      hold(frozen);
    },
  };
}
