import { silence, type Outcome, type Reply } from './host.ts';

/** For hosts that heed nothing but the exit code: 2 blocks, and what stands on stderr is the reason. */
export function exitCodeReply({ verdict, reason }: Pick<Outcome, 'verdict' | 'reason'>): Reply {
  return verdict === 'allow' ? silence : { stdout: '', stderr: `${reason}\n`, exitCode: 2 };
}
