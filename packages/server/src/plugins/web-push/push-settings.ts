import { listIn, SettingsError, type Environment, type SettingsPart } from '../../settings.ts';

/** The browser vendors' services: Chrome and its relatives, Firefox, Safari, Edge. */
export const usualPushHosts: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** Allowed push services, and allowed hosts of the internal network. */
export interface PushHosts {
  readonly hosts: readonly string[];
  readonly permitted: readonly string[];
}

export const pushSettings = {
  variables: [
    [
      'PERMESSO_PUSH_HOSTS',
      'push services that web push may use, with commas; `none` turns web push off',
      usualPushHosts.join(','),
    ],
  ],
  read: pushHostsFrom,
} satisfies SettingsPart;

/** Push services through which browsers may be notified; `*.` matches one host label. Empty if web push is off. */
function pushHostsFrom(env: Environment): readonly string[] {
  if (env['PERMESSO_PUSH_HOSTS'] === 'none') return [];
  const hosts = listIn(env, 'PERMESSO_PUSH_HOSTS');
  const wrong = hosts.find((each) => !/^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?$/.test(each));
  // A whole top-level domain would not restrict anything.
  if (wrong !== undefined || hosts.some((each) => /^\*\.[^.]+$/.test(each)))
    throw new SettingsError(`PERMESSO_PUSH_HOSTS names hosts such as ${usualPushHosts.join(',')}, or none`);
  return hosts.length === 0 ? usualPushHosts : hosts;
}
