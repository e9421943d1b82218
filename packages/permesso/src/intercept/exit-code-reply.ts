import { silence, type HostOutcome, type Reply } from '@permesso/gate/payloads';

/** For hosts that respect only the exit code: 2 blocks, and what stands on stderr is the reason. */
export function exitCodeReply({ verdict, reason }: Pick<HostOutcome, 'verdict' | 'reason'>): Reply {
  return verdict === 'allow' ? silence : { stdout: '', stderr: `${reason}\n`, exitCode: 2 };
}
