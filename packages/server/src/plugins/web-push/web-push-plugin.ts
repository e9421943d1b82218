import type { Channel, Told } from '../../delivery/channel.ts';
import type { Plugin } from '../../plugin.ts';
import { forgetPush } from './forget-push.ts';
import { pushKeyOf } from './push-key.ts';
import { callNote, countNote, heldNote, type PushNote } from './push-note.ts';
import { waitingFor } from './push-people.ts';
import { pushRoutes } from './push-routes.ts';
import { sendPush } from './send-push.ts';

const forgetEveryMs = 60 * 60_000;

/** Push services that are let in, and hosts of the own network that are. */
interface PushSettings {
  readonly hosts: readonly string[];
  readonly permitted: readonly string[];
}

/** Messages that a person's browser shows, through the push services of PERMESSO_PUSH_HOSTS. */
export const webPushPlugin: Plugin = {
  name: 'web-push',
  open: ({ settings: { secret, pushHosts, webhookHosts } }) => {
    const push = { hosts: pushHosts, permitted: webhookHosts };
    return {
      routes: ({ database }) => pushRoutes({ database, secret, ...push }),
      jobs: (_context, { database }) => [{ everyMs: forgetEveryMs, work: () => forgetPush(database) }],
      channels: () => [pushChannel(push)],
    };
  },
};

function pushChannel(push: PushSettings): Channel {
  return {
    kind: 'push',
    isOwn: true,
    tell: async (told, { target, organisation, options, at }) => {
      const { database, secret, send, publicUrl, mailFrom } = options;
      if (target.push === undefined) throw new Error('it has no keys of a browser');
      const { showsCall, p256dh, auth } = target.push;
      const key = await database.asOrganisation(organisation, (on) =>
        pushKeyOf(on, { organisation, secret }),
      );
      const waiting = (person: string): Promise<number> => waitingFor(person, { database, organisation });
      await sendPush(
        await noteOf(told, { showsCall, at, waiting }),
        { endpoint: target.address, p256dh, auth },
        {
          ...push,
          send,
          key,
          at,
          contact: publicUrl.startsWith('https:') ? publicUrl : `mailto:${mailFrom}`,
        },
      );
    },
  };
}

async function noteOf(
  told: Told,
  {
    showsCall,
    at,
    waiting,
  }: {
    readonly showsCall: boolean;
    readonly at: Date;
    /** How many requests a person may answer. */
    readonly waiting: (person: string) => Promise<number>;
  },
): Promise<PushNote> {
  // A browser is told of requests alone.
  if (told.about === 'machines') throw new Error('machines are no reason to push');
  if (told.about === 'held') return heldNote(told);
  const { message, person } = told;
  return showsCall ? callNote(message, at) : countNote(message, await waiting(person ?? ''), at);
}
