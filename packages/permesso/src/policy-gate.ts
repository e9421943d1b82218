import type { Approver } from './approval/approver.ts';
import type { GrantStore } from './approval/grant-store.ts';
import { askingTeam, needsTeam, type TeamAsking } from './approval/team-asks.ts';
import type { Decision } from './decision/decision.ts';
import { createGate, gateOptions, type Gate, type GateOptions } from './gate.ts';
import { policySource, type LoadOptions } from './load-policy.ts';
import { messageOf } from './facts/read-facts.ts';

export interface PolicyGateOptions extends Omit<GateOptions, 'policy'>, LoadOptions {
  /** Milliseconds for which one look at the files may serve, for whoever decides many calls; each call looks when absent. */
  readonly lookEvery?: number;
  /**
   * The files that count are those of `cwd`, wherever a call starts: else an agent could shed the rules of its project
   * by starting a command elsewhere. For a gate that serves one session in one place.
   */
  readonly onePlace?: true;
  /** The team whose policy counts here. Without it, what that policy asks about is denied: nobody else may approve it. */
  readonly team?: TeamAsking;
  /** Said with every verdict for as long as there is something to say: this machine was revoked. */
  readonly notice?: () => string | undefined;
}

/** Whoever calls this often spreads more than a gate takes. */
function ownOptions(options: PolicyGateOptions): Omit<GateOptions, 'policy'> {
  const isOwn = ([name]: readonly [string, unknown]): boolean => gateOptions.some((one) => one === name);
  return Object.fromEntries(Object.entries(options).filter(isOwn));
}

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
  const gate = createGate({
    ...ownOptions(options),
    policy,
    // A yes for the project is a rule in a file: whoever waits is looked at again with it.
    ...(options.grants === undefined ? {} : { grants: seenAtOnce(options.grants) }),
    ...approverOf(options.approver),
  });
  const hold = (reason: string | undefined): void => {
    if (reason === undefined) gate.thaw();
    else gate.freeze(reason);
  };
  hold(frozen);

  /** A person may think for days: what was frozen or forbidden meanwhile is. */
  function approverOf(own: Approver | undefined): { readonly approver?: Approver } {
    const asking = askingTeam(own, { team: options.team, offline: () => policy.offline });
    return asking === undefined ? {} : { approver: lookingAgain(asking) };
  }

  /** Whether the prompt of a host must not be what answers. */
  function isForTeam(decision: Decision): boolean {
    if (decision.verdict !== 'ask') return false;
    return policy.offline === 'deny' || needsTeam(decision, options.team?.approvalRules());
  }

  /** Most machines have no team: they decide once. */
  function mayBeForTeam(): boolean {
    const { team } = options;
    return (
      team !== undefined ||
      policy.offline === 'deny' ||
      policy.rules.some(({ origin }) => origin.layer === 'team')
    );
  }

  function noticed<T extends { readonly message: string }>(said: T): T {
    const notice = options.notice?.();
    return notice === undefined ? said : { ...said, message: `${said.message} ${notice}` };
  }

  function lookingAgain(approver: Approver): Approver {
    return async (request, rest) => {
      const answer = await approver(request, rest);
      asked = request.call.cwd;
      refresh(asked);
      return answer;
    };
  }

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
      const loaded = load(cwd === undefined || options.onePlace === true ? {} : { cwd });
      if (loaded.policy !== policy) gate.setPolicy(loaded.policy);
      policy = loaded.policy;
      frozen = loaded.frozen;
      hold(ownFreeze ?? frozen);
    } catch (error) {
      gate.freeze(`there is no policy to decide with: ${messageOf(error)}`);
    }
  }

  let looked: { readonly from: string | undefined; readonly at: number } | undefined;
  function look(cwd?: string): void {
    const now = performance.now();
    if (looked?.from === cwd && now - (looked?.at ?? 0) < (options.lookEvery ?? 0)) return;
    refresh(cwd);
    looked = { from: cwd, at: now };
  }

  return {
    ...gate,
    get problems() {
      return gate.problems;
    },
    decide: (call) => {
      look(call.cwd);
      return noticed(gate.decide(call));
    },
    authorize: async (call, rest) => {
      look(call.cwd);
      const own = rest?.approver;
      const how = own === undefined ? rest : { ...rest, ...approverOf(own) };
      return noticed(await gate.authorize(call, how));
    },
    consult: async (call, rest) => {
      look(call.cwd);
      // The host's own prompt is answered by the agent's owner.
      if (mayBeForTeam() && isForTeam(gate.decide(call))) {
        const { call: _, ...said } = await gate.authorize(call, { ...rest, editable: false });
        return noticed(said);
      }
      return noticed(await gate.consult(call, rest));
    },
    explain: (call) => {
      look(call.cwd);
      return gate.explain(call);
    },
    visibleTools: (tools) => {
      look(options.cwd);
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
