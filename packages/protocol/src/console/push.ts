import { count, flag, list, object, text, type TypeOf } from '../shape/index.ts';

/** Whether web push can be turned on, and the key with which a browser subscribes. */
export const ownPush = object({ isOffered: flag, key: text });

export type OwnPush = TypeOf<typeof ownPush>;

/** The administrator's settings for web push. */
export const pushSetting = object({ isOn: flag, browsers: count, hosts: list(text) });
