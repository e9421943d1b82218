import { listIn, SettingsError, type Environment, type SettingsPart } from '../../settings.ts';

/** The services of the browsers' makers: Chrome and its relatives, Firefox, Safari, Edge. */
export const usualPushHosts: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** Push services that are let in, and hosts of the own network that are. */
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

/** Push services that browsers may be told through; `*.` stands for a part of a host. None where web push is off. */
function pushHostsFrom(env: Environment): readonly string[] {
  if (env['PERMESSO_PUSH_HOSTS'] === 'none') return [];
  const hosts = listIn(env, 'PERMESSO_PUSH_HOSTS');
  const wrong = hosts.find((each) => !/^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?$/.test(each));
  // A whole top-level domain would be no list.
  if (wrong !== undefined || hosts.some((each) => /^\*\.[^.]+$/.test(each)))
    throw new SettingsError(`PERMESSO_PUSH_HOSTS names hosts such as ${usualPushHosts.join(',')}, or none`);
  return hosts.length === 0 ? usualPushHosts : hosts;
}
