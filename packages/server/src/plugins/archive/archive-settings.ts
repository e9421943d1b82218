import { isAbsolute } from 'node:path';
import { numberIn, SettingsError, type Environment, type SettingsPart } from '../../settings.ts';

/** Where files of closed days are stored. */
export type ArchivePlace =
  | { readonly directory: string }
  | {
      /** The URL of S3-compatible storage, with bucket and prefix in its path. */
      readonly url: string;
      readonly region: string;
      readonly accessKey: string;
      readonly secretKey: string;
    };

export const archiveSettings = {
  variables: [
    [
      'PERMESSO_ARCHIVE',
      'keeps entries of closed days as Parquet: a directory, or https://HOST/BUCKET/PREFIX of S3-compatible storage',
      'entries stay in the database',
    ],
    ['PERMESSO_ARCHIVE_KEY', 'ACCESS_KEY:SECRET_KEY of the S3-compatible storage', 'none'],
    ['PERMESSO_ARCHIVE_REGION', 'the region of the S3-compatible storage', 'us-east-1'],
    ['PERMESSO_DATABASE_DAYS', 'days after which archived entries leave the database', '14'],
  ],
  read: (env) => ({
    /** Where files of closed days are stored; absent: entries stay in the database only. */
    place: placeFrom(env),
    /** How many closed days stay in the database if there is an archive. */
    databaseDays: numberIn(env, 'PERMESSO_DATABASE_DAYS', { absent: 14, least: 1, most: 36_500 }),
  }),
} satisfies SettingsPart;

function placeFrom(env: Environment): ArchivePlace | undefined {
  const place = env['PERMESSO_ARCHIVE'] ?? '';
  if (place === '') return undefined;
  if (!/^https?:/.test(place)) {
    if (!isAbsolute(place))
      throw new SettingsError(
        `PERMESSO_ARCHIVE must be an absolute path or an address of storage, not ${place}`,
      );
    return { directory: place };
  }
  const [accessKey = '', ...rest] = (env['PERMESSO_ARCHIVE_KEY'] ?? '').split(':');
  const secretKey = rest.join(':');
  if (accessKey === '' || secretKey === '')
    throw new SettingsError('PERMESSO_ARCHIVE_KEY is needed for storage, as ACCESS_KEY:SECRET_KEY');
  if (!URL.canParse(place) || !/^\/[^/]+/.test(new URL(place).pathname))
    throw new SettingsError(
      `PERMESSO_ARCHIVE names no bucket, such as https://s3.example/bucket/entries: ${place}`,
    );
  const region = env['PERMESSO_ARCHIVE_REGION'] ?? 'us-east-1';
  return { url: place, region, accessKey, secretKey };
}
