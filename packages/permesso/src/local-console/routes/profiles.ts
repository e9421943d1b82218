import { definedFields } from '@permesso/engine/call';
import { replacePolicy } from '@permesso/gate/gate';
import { bindRead, formats, type LossReport, printBound } from '@permesso/engine/text';
import { policyTarget, type PlaceOptions } from '@permesso/gate/disk';
import { refusing, targetIn, targets } from './edit-target.ts';
import {
  findProfile,
  isProfileName,
  keepProfile,
  listProfiles,
  removeProfile,
  type Profile,
} from './profile-files.ts';
import { digestOf, layersAlone, previewPolicy, readableText } from './profile-preview.ts';
import type { ShownProfile } from '@permesso/protocol/console';
import { get, post, Refused, textFrom, type RouteRequest, type Route } from '../route.ts';

export interface ProfileOptions extends PlaceOptions {
  readonly cwd: string;
}

/** Whole policies by name: shown, compared with the current one, applied, saved, imported and exported. */
export function profileRoutes(options: ProfileOptions): readonly Route[] {
  return [
    get('/api/profiles', () => ({ profiles: shownProfiles(options) })),
    post('/api/profiles/preview', (body) =>
      previewPolicy(profileIn(body, options).policy, { ...options, to: targetIn(body) }),
    ),
    post('/api/profiles/apply', (body) => apply(body, options)),
    post('/api/profiles/keep', (body) => saveProfile(body, options)),
    post('/api/profiles/remove', (body) => remove(body, options)),
    post('/api/profiles/export', (body) => exportProfile(body, options)),
  ];
}

function shownProfiles(options: ProfileOptions): readonly ShownProfile[] {
  const texts = targets.map((to) => ({ to, text: readableText(policyTarget(to, options).file) }));
  return listProfiles(options).map((profile) => ({
    ...profile,
    usedBy: texts.filter(({ text }) => text === profile.policy).map(({ to }) => to),
  }));
}

/**
 * Only what was shown is written, and only if the file is unchanged since; the old policy is saved as a profile on
 * request.
 */
async function apply(body: RouteRequest['body'], options: ProfileOptions): Promise<object> {
  const to = targetIn(body);
  const { policy } = profileIn(body, options);
  const { file } = policyTarget(to, options);
  const before = readableText(file) ?? '';
  if (digestOf(before, policy) !== body['digest'])
    throw new Refused('The file or the profile has changed in the meantime. Reload and try again.');
  const keepAs = body['keepAs'];
  if (typeof keepAs === 'string' && keepAs !== '' && before !== '')
    keepProfile({ name: newName(keepAs), policy: before }, options);
  return await refusing(() => replacePolicy({ before, after: policy }, { ...options, to }));
}

/** Saves a policy file's current text, or another program's rules, with a list of losses. */
function saveProfile(body: RouteRequest['body'], options: ProfileOptions): { readonly losses: LossReport } {
  const name = newName(textFrom(body, 'name'));
  if (findProfile(name, options) !== undefined)
    throw new Refused(`There is a profile ${name} already. Choose another name, or remove it first.`);
  if (typeof body['text'] === 'string') {
    const { policy, losses } = readFrom(body, options);
    keepProfile({ name, policy }, options);
    return { losses };
  }
  const { file } = policyTarget(targetIn(body), options);
  const policy = readableText(file);
  if (policy === undefined) throw new Refused(`There is no ${file} yet.`);
  keepProfile({ name, policy }, options);
  return { losses: [] };
}

function readFrom(
  body: RouteRequest['body'],
  { home, cwd }: ProfileOptions,
): { readonly policy: string; readonly losses: LossReport } {
  const text = textFrom(body, 'text');
  const format = formats.find((each) => each.name === body['format']);
  if (format?.read === undefined) throw new Refused('There is no such format.');
  const read = format.read(text, { root: cwd, ...definedFields({ home }) });
  if ('error' in read)
    throw new Refused(`${read.line === undefined ? '' : `line ${read.line}: `}${read.error}`);
  if (format.toPolicy !== undefined) return { policy: format.toPolicy(text), losses: read.losses };
  const bound = bindRead(read, definedFields({ agent: format.agent }));
  return { policy: printBound([bound]), losses: bound.losses };
}

function remove(body: RouteRequest['body'], options: ProfileOptions): object {
  const { name, from } = profileIn(body, options);
  if (from === 'shipped') throw new Refused(`${name} comes with Permesso and stays.`);
  removeProfile(name, options);
  return { removed: true };
}

function exportProfile(
  body: RouteRequest['body'],
  options: ProfileOptions,
): { readonly text: string; readonly losses: LossReport } {
  const { name, policy } = profileIn(body, options);
  const format = formats.find((each) => each.name === body['format']);
  if (format?.fromPolicy !== undefined) return { text: format.fromPolicy(name, policy), losses: [] };
  if (format?.write === undefined) throw new Refused('Nothing can be written in that format.');
  return format.write(layersAlone(policy, options));
}

function profileIn(body: RouteRequest['body'], options: ProfileOptions): Profile {
  const name = textFrom(body, 'name');
  const profile = findProfile(name, options);
  if (profile === undefined) throw new Refused(`There is no profile ${name}.`);
  return profile;
}

function newName(name: string): string {
  if (!isProfileName(name)) throw new Refused('A name has letters, digits, dots and dashes, at most 40.');
  return name;
}
