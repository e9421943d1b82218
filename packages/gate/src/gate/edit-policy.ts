import { appendFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { layersFrom, type SourceText } from './file-layers.ts';
import {
  addRuleToText,
  addSandboxHostToText,
  type Edited,
  removeRuleFromText,
  type RuleEdit,
} from '@permesso/engine/text';
import { type ExpiringHost, parseRule, type Verdict } from '@permesso/engine/policy';
import { trust } from './trust-policy.ts';
import { withLock } from '../disk/with-lock.ts';
import { policyTarget, type FindOptions, type PolicyTarget } from '../disk/policy-files.ts';
import { findPlaces } from '../disk/policy-places.ts';
import { readRepository, type Repository } from '../disk/policy-git.ts';
import { readTrust } from '../disk/policy-trust.ts';
import { readText } from '../disk/read-text.ts';
import { removeLeftovers, replaceFile } from '../disk/replace-file.ts';
import { makeFolder } from '../disk/make-folder.ts';

/** Which policy file to edit. */
export interface EditOptions extends FindOptions {
  readonly to: PolicyTarget['layer'];
  /** Called with the old and the new text while no other process can change the file. */
  readonly onReplaced?: (texts: ReplacedTexts) => void;
}

export interface ReplacedTexts {
  readonly before: string;
  readonly after: string;
}

/** The edited file, and whether it changed. */
export interface EditResult {
  readonly file: string;
  readonly changed: boolean;
}

/**
 * Why a file was left unchanged.
 *
 * @example
 * ```ts
 * import { addRule, EditError } from '@permesso/gate/policy';
 * try {
 *   await addRule({ verdict: 'deny', rule: 'Read(.env)' }, { cwd: '/srv/app', to: 'project' });
 * } catch (error) {
 *   if (error instanceof EditError) console.error(error.message);
 * }
 * ```
 */
export class EditError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EditError';
  }
}

/**
 * Adds a rule to a policy file and keeps everything else unchanged. Throws if the file cannot take it.
 *
 * @example
 * ```ts
 * import { addRule } from '@permesso/gate/policy';
 * const rule = { verdict: 'allow', rule: 'Bash(npm test)' } as const;
 * const { file, changed } = await addRule(rule, { cwd: '/srv/app', to: 'local' });
 * console.log(changed ? `written to ${file}` : `${file} had it already`);
 * ```
 */
export async function addRule(edit: RuleEdit, options: EditOptions): Promise<EditResult> {
  refuseBroken(edit);
  return editPolicy((text) => addRuleToText(text, edit), options);
}

function refuseBroken({ verdict, rule }: RuleEdit): void {
  const read = parseRule(rule, { verdict, origin: { layer: 'flags', root: '/', trusted: true } });
  if (!read.ok)
    throw new EditError(`${read.error.message}${read.error.fix === undefined ? '' : ` (${read.error.fix})`}`);
}

/** Opens a host for sandboxed calls, until a given time or permanently. */
export async function addSandboxHost(entry: ExpiringHost, options: EditOptions): Promise<EditResult> {
  return editPolicy((text) => addSandboxHostToText(text, entry), options);
}

/**
 * Removes a rule from a policy file and keeps everything else unchanged. Throws if the file cannot be edited.
 *
 * @example
 * ```ts
 * import { removeRule } from '@permesso/gate/policy';
 * const { changed } = await removeRule({ verdict: 'allow', rule: 'Bash(npm test)' }, { cwd: '/srv/app', to: 'local' });
 * if (!changed) console.log('there was no such rule');
 * ```
 */
export async function removeRule(
  edit: { readonly verdict: Verdict; readonly rule: string },
  options: EditOptions,
): Promise<EditResult> {
  return editPolicy((text) => removeRuleFromText(text, edit), options);
}

/** Replaces one rule with another in a single write: no reader sees neither or both. */
export async function changeRule(
  { was, is }: { readonly was: { readonly verdict: Verdict; readonly rule: string }; readonly is: RuleEdit },
  options: EditOptions,
): Promise<EditResult> {
  refuseBroken(is);
  return editPolicy((text) => {
    const removed = removeRuleFromText(text, was);
    if ('refused' in removed) return removed;
    return removed.changed ? addRuleToText(removed.text, is) : { refused: 'the rule is not there any more' };
  }, options);
}

/** Replaces the text that a person has seen with a new one, and fails if the file has changed since. */
export async function replacePolicy(
  { before, after }: ReplacedTexts,
  options: EditOptions,
): Promise<EditResult> {
  return editPolicy(
    (text) =>
      text === before
        ? { text: after, changed: after !== text }
        : { refused: 'it has changed meanwhile: look again' },
    options,
  );
}

/** One process changes the file at a time; readers see the old text or the new one. */
async function editPolicy(change: (text: string) => Edited, options: EditOptions): Promise<EditResult> {
  const target = policyTarget(options.to, options);
  makeDirectory(target);
  const file = throughLinks(target.file);
  return withLock(file, async () => {
    removeLeftovers(file);
    const read = readText(file);
    if ('unreadable' in read) throw new EditError(`${file} cannot be read: ${read.unreadable}`);
    const before = 'text' in read ? read.text : '';
    const edited = change(before);
    if ('refused' in edited) throw new EditError(`${file}: ${edited.refused}`);
    if (edited.changed) {
      replaceFile(file, { text: edited.text, mode: modeOf(file, target) });
      await keepTrust({ target, before, after: edited.text, options });
      options.onReplaced?.({ before, after: edited.text });
    }
    return { file: target.file, changed: edited.changed };
  });
}

/** Also keeps a person's own rules, and the leftovers of killed writers, out of the repository. */
function makeDirectory({ file, layer }: PolicyTarget): void {
  const directory = dirname(file);
  makeFolder(directory, { mode: layer === 'user' ? 0o700 : 0o777 });
  if (layer === 'user') return;
  const ignored = ['policy.local.yaml', '*.lock', '.*.new-*'];
  const repository = layer === 'local' ? repositoryAround(dirname(directory)) : undefined;
  // An agent that adds all files must add neither the person's own rules nor an ignore list.
  if (repository !== undefined) {
    makeFolder(join(repository.common, 'info'), { mode: 0o777 });
    const lines = ignored.map((line) => `**/${basename(directory)}/${line}`);
    appendLines(join(repository.common, 'info/exclude'), lines);
  } else appendLines(join(directory, '.gitignore'), ignored);
}

function repositoryAround(directory: string): Repository | undefined {
  const found = readRepository(directory);
  const above = dirname(directory);
  return found ?? (above === directory ? undefined : repositoryAround(above));
}

function appendLines(ignore: string, wanted: readonly string[]): void {
  const read = readText(ignore);
  const lines = 'text' in read ? read.text.split(/\r?\n/) : [];
  const missing = wanted.filter((line) => !lines.includes(line));
  if (missing.length === 0 || 'unreadable' in read) return;
  const start = lines.length === 0 || lines.at(-1) === '' ? '' : '\n';
  appendFileSync(ignore, `${start}${missing.join('\n')}\n`);
}

/** People keep their policy in a dotfiles repository and link to it: the link stays and its target changes. */
function throughLinks(file: string): string {
  return statSync(file, { throwIfNoEntry: false }) === undefined
    ? join(realpathSync(dirname(file)), basename(file))
    : realpathSync(file);
}

function modeOf(file: string, { layer }: PolicyTarget): number {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined) return found.mode & 0o777;
  return layer === 'project' ? 0o644 : 0o600;
}

/**
 * The person wrote this rule, so it needs no second approval; but approving one rule does not approve what was
 * already pending in the file. Trust covers the text that was written, whatever the file contains by now.
 */
async function keepTrust(edit: {
  readonly target: PolicyTarget;
  readonly before: string;
  readonly after: string;
  readonly options: EditOptions;
}): Promise<void> {
  const { target, before, after, options } = edit;
  if (target.project === undefined) return;
  const places = findPlaces(options);
  const context = { trust: readTrust(places), home: places.home };
  const source = (text: string): SourceText => ({
    layer: target.layer,
    file: target.file,
    root: target.root,
    text,
    ...(target.project === undefined ? {} : { project: { ...target.project, own: false } }),
  });
  if (layersFrom(source(before), context).waiting !== undefined) return;
  const { waiting } = layersFrom(source(after), context);
  if (waiting !== undefined) await trust([waiting], options);
}
