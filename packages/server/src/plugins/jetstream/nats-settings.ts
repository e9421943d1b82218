import { listIn, numberIn, SettingsError, type Environment, type SettingsPart } from '../../settings.ts';

/** The NATS servers whose JetStream takes batches before they are stored. */
export interface NatsSetting {
  readonly urls: readonly string[];
  readonly replicas: number;
  /** URLs of their monitoring. */
  readonly monitors: readonly string[];
}

export const natsSettings = {
  variables: [
    [
      'PERMESSO_NATS_URL',
      'NATS servers with JetStream that take entries before they are stored, as nats://USER:PASSWORD@HOST:PORT with commas; tls:// encrypts',
      'entries are stored at once',
    ],
    ['PERMESSO_NATS_REPLICAS', 'servers that keep each message; 1 is for one server alone', '3'],
    [
      'PERMESSO_NATS_MONITOR',
      'monitoring addresses of all NATS servers with commas, such as `http://HOST:8222`: a start checks that they sync to disk',
      'not checked',
    ],
  ],
  read: natsFrom,
} satisfies SettingsPart;

/** Undefined if batches are stored directly. */
function natsFrom(env: Environment): NatsSetting | undefined {
  const urls = listIn(env, 'PERMESSO_NATS_URL');
  const monitors = listIn(env, 'PERMESSO_NATS_MONITOR');
  if (urls.length === 0) return undefined;
  // The message omits the URL, which may hold a password.
  if (!urls.every((url) => /^(?:nats|tls):\/\/[^/]/.test(url) && URL.canParse(url)))
    throw new SettingsError('PERMESSO_NATS_URL is not a list of addresses such as nats://127.0.0.1:4222');
  if (!monitors.every((url) => /^https?:/.test(url) && URL.canParse(url)))
    throw new SettingsError('PERMESSO_NATS_MONITOR is not a list of addresses such as http://127.0.0.1:8222');
  const replicas = numberIn(env, 'PERMESSO_NATS_REPLICAS', { absent: 3, least: 1, most: 5 });
  return { urls, replicas, monitors };
}
