import type { CheckPasskey, FollowOptions } from '../identity/index.ts';
import type { ServerContext } from '../module.ts';
import type { DecisionWait } from './waiting.ts';

export interface ApprovalsNeeds extends Pick<FollowOptions, 'authenticate'> {
  readonly checkPasskey: CheckPasskey;
}

export interface ApprovalsContext extends ServerContext, ApprovalsNeeds {
  readonly waiting: DecisionWait;
}
