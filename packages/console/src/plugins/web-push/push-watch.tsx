import { useEffect } from 'react';
import { ownTargets } from '@permesso/protocol/console';
import { get } from '../../api.ts';
import { getOwnPush, renewPush } from './push.ts';

/** Runs at each start of the console, if this browser has a subscription. */
export function PushWatch() {
  useEffect(() => {
    void (async () => {
      const [offer, { hooks }] = await Promise.all([getOwnPush(), get(ownTargets, '/v1/me/hooks')]);
      await renewPush((print) => hooks.some((target) => target.print === print), offer);
      // After a failure the next start of the console tries again; the server drops subscriptions that are not
      // renewed.
    })().catch(() => undefined);
  }, []);
  return null;
}
