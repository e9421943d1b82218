import { useEffect } from 'react';
import { ownTargets } from '@permesso/protocol/console';
import { get } from '../../api.ts';
import { getOwnPush, renewPush } from './push.ts';

/** Once for each start of the console with a subscription in this browser. */
export function PushWatch() {
  useEffect(() => {
    void (async () => {
      const [offer, { hooks }] = await Promise.all([getOwnPush(), get(ownTargets, '/v1/me/hooks')]);
      await renewPush((print) => hooks.some((target) => target.print === print), offer);
      // Where it fails, the next start of the console tries again; the server forgets what is not renewed.
    })().catch(() => undefined);
  }, []);
  return null;
}
