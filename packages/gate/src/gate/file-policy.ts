import { definedFields, messageOf } from '@permesso/engine/call';
import { monotonic } from '../disk/monotonic.ts';
import { policyLoader, type LoadedPolicy, type LoadOptions } from './load-policy.ts';
import type { PolicyInForce, PolicySource } from './policy-source.ts';

export interface FilePolicyOptions extends LoadOptions {
  /**
   * How many milliseconds one read of the files stays valid, for a gate that decides many calls. By default each call
   * reads them.
   */
  readonly lookEvery?: number;
  /**
   * Always use the files of `cwd`, wherever a call starts: otherwise an agent could escape the rules of its project
   * by starting a command elsewhere. For a gate that serves one session in one place.
   */
  readonly onePlace?: true;
  /** What was just loaded with the same options; saves the first read. */
  readonly loaded?: LoadedPolicy;
}

interface Look {
  readonly from: string | undefined;
  readonly at: number;
  readonly found: PolicyInForce;
}

/**
 * The policy in this machine's files. Throws if it is broken at the start; later, a broken policy freezes everything.
 */
export function filePolicy(options: FilePolicyOptions): PolicySource {
  const { lookEvery = 0, loaded, project = options.cwd } = options;
  // The rules of the directory where the session started bind every call, wherever it starts.
  const load = policyLoader({ ...options, ...definedFields({ project }) });
  const first = loaded === undefined ? load() : stoppedOr(loaded, options);
  let last: Look = { from: undefined, at: monotonic(), found: first };
  let isFresh = true;

  /** If the policy cannot be read, the last good one is still used to name rules, but decides nothing. */
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

/** The policy may have been loaded before the reason to stop was known. */
function stoppedOr(loaded: LoadedPolicy, { stopped }: LoadOptions): PolicyInForce {
  const frozen = loaded.frozen ?? stopped?.();
  return frozen === undefined ? loaded : { ...loaded, frozen };
}
