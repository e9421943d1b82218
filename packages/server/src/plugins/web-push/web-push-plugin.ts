import type { Channel, ToldNotice } from '../../notifications/index.ts';
import type { Plugin } from '../../plugin.ts';
import { forgetPush } from './forget-push.ts';
import { pushKeyOf } from './push-key.ts';
import { callNote, countNote, heldNote, type PushNote } from './push-note.ts';
import { pushRoutes } from './push-routes.ts';
import { pushSettings, type PushHosts } from './push-settings.ts';
import { sendPush } from './send-push.ts';
import type { Database } from '../../database/database.ts';
import { only, queries } from '../../database/query.ts';

const sql = queries(import.meta.dirname);
const waitingForPerson = sql<{ waiting: number }, { person: string }>('waiting-for-person.sql');
interface In {
  readonly database: Database;
  readonly organisation: string;
}

/** How many requests a person may answer now. */
async function waitingFor(person: string, { database, organisation }: In): Promise<number> {
  const { waiting } = await database.asOrganisation(organisation, (on) =>
    only(waitingForPerson(on, { person })),
  );
  return waiting;
}

const forgetEveryMs = 60 * 60_000;

/** Messages to a person's browser, through the push services of PERMESSO_PUSH_HOSTS. */
export const webPushPlugin: Plugin = {
  name: 'web-push',
  settings: pushSettings,
  open: ({ settings: { env, webhookHosts } }) => {
    const push = { hosts: pushSettings.read(env), permitted: webhookHosts };
    return {
      routes: (context) => pushRoutes({ ...context, ...push }),
      jobs: (_context, { database }) => [{ everyMs: forgetEveryMs, work: () => forgetPush(database) }],
      channels: () => [pushChannel(push)],
    };
  },
};

function pushChannel(push: PushHosts): Channel {
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
  told: ToldNotice,
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
  // Browsers are notified of requests only.
  if (told.about === 'machines') throw new Error('machines are no reason to push');
  if (told.about === 'held') return heldNote(told);
  const { message, person } = told;
  return showsCall ? callNote(message, at) : countNote(message, await waiting(person ?? ''), at);
}
