import type { Grant } from '@permesso/engine/decision';

/** What several people of a team granted to all of its agents. Plain data: it travels in what the team signs. */
export interface TeamGrant extends Pick<Grant, 'id' | 'answers' | 'givenIn' | 'pin'> {
  /** As they were voted for. */
  readonly rules: readonly string[];
  /** Milliseconds since the epoch. Every one of them ends. */
  readonly expires: number;
}
