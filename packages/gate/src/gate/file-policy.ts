import { definedFields, messageOf } from '@permesso/engine/call';
import { monotonic } from '../disk/monotonic.ts';
import { policyLoader, type LoadedPolicy, type LoadOptions } from './load-policy.ts';
import type { PolicyInForce, PolicySource } from './policy-source.ts';

export interface FilePolicyOptions extends LoadOptions {
  /** Milliseconds for which one look at the files may serve, for a gate that decides many calls; each call looks when absent. */
  readonly lookEvery?: number;
  /**
   * The files that count are those of `cwd`, wherever a call starts: else an agent could shed the rules of its project
   * by starting a command elsewhere. For a gate that serves one session in one place.
   */
  readonly onePlace?: true;
  /** What was just loaded with the same options: the first look. */
  readonly loaded?: LoadedPolicy;
}

interface Look {
  readonly from: string | undefined;
  readonly at: number;
  readonly found: PolicyInForce;
}

/** The policy in this machine's files. Throws where it is broken from the start; later that freezes everything. */
export function filePolicy(options: FilePolicyOptions): PolicySource {
  const { lookEvery = 0, loaded, project = options.cwd } = options;
  // The rules of where the session started bind a call wherever it starts.
  const load = policyLoader({ ...options, ...definedFields({ project }) });
  const first = loaded === undefined ? load() : stoppedOr(loaded, options);
  let last: Look = { from: undefined, at: monotonic(), found: first };
  let isFresh = true;

  /** Without a policy that can be read, the last good one stays to name rules with, and decides nothing. */
  function readPolicy(from: string | undefined): PolicyInForce {
    try {
      return load(definedFields({ cwd: from }));
    } catch (error) {
      const frozen = `there is no policy to decide with: ${messageOf(error)}`;
      return { policy: last.found.policy, frozen };
    }
  }

  return {
    policyFor: ({ cwd }) => {
      const from = options.onePlace === true ? undefined : cwd;
      const at = monotonic();
      if (!isFresh || last.from !== from || at - last.at >= lookEvery)
        last = { from, at, found: readPolicy(from) };
      isFresh = true;
      return last.found;
    },
    refresh: () => {
      isFresh = false;
    },
  };
}

/** It may have been loaded before it was known what stops everything. */
function stoppedOr(loaded: LoadedPolicy, { stopped }: LoadOptions): PolicyInForce {
  const frozen = loaded.frozen ?? stopped?.();
  return frozen === undefined ? loaded : { ...loaded, frozen };
}
