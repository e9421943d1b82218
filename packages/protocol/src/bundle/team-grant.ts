import type { Grant } from '@permesso/engine/decision';

/** A grant by several people of a team to all of its agents. Plain data: it is part of what the team signs. */
export interface TeamGrant extends Pick<Grant, 'id' | 'answers' | 'givenIn' | 'pin'> {
  /** As voted for. */
  readonly rules: readonly string[];
  /** Milliseconds since the epoch. Every team grant expires. */
  readonly expires: number;
}
