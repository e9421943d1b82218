import { appendFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { layersFrom, type SourceText } from './file-layers.ts';
import { addRuleToText, removeRuleFromText, type Edited, type RuleEdit } from './policy/file/edit-text.ts';
import { parseRule } from './policy/parse-rule.ts';
import type { Verdict } from './policy/verdict.ts';
import { trust } from './trust-policy.ts';
import { withLock } from './world/with-lock.ts';
import { policyTarget, type FindOptions, type PolicyTarget } from './world/policy-files.ts';
import { findPlaces } from './world/policy-places.ts';
import { readTrust } from './world/policy-trust.ts';
import { readText } from './world/read-text.ts';
import { removeLeftovers, replaceFile } from './world/replace-file.ts';
import { makeFolder } from './world/make-folder.ts';

export interface EditOptions extends FindOptions {
  readonly to: PolicyTarget['layer'];
}

export interface EditResult {
  readonly file: string;
  readonly changed: boolean;
}

/** Why a file was left as it is. */
export class EditError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EditError';
  }
}

/** Writes a rule into a policy file, keeping everything else as it is. Throws where the file cannot take it. */
export async function addRule(edit: RuleEdit, options: EditOptions): Promise<EditResult> {
  refuseBroken(edit);
  return editPolicy((text) => addRuleToText(text, edit), options);
}

function refuseBroken({ verdict, rule }: RuleEdit): void {
  const read = parseRule(rule, { verdict, origin: { layer: 'flags', root: '/', trusted: true } });
  if (!read.ok)
    throw new EditError(
      `${read.error.message}${read.error.mend === undefined ? '' : ` (${read.error.mend})`}`,
    );
}

export async function removeRule(
  edit: { readonly verdict: Verdict; readonly rule: string },
  options: EditOptions,
): Promise<EditResult> {
  return editPolicy((text) => removeRuleFromText(text, edit), options);
}

/** One rule in the place of another, by one change of the file: nobody reads it with neither or both. */
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

/** Writes a whole new text over the one that a person has seen, and over no other. */
export async function replacePolicy(
  { before, after }: { readonly before: string; readonly after: string },
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

/** One change by one process at a time; readers see the old text or the new one. */
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
    }
    return { file: target.file, changed: edited.changed };
  });
}

/** With what keeps a person's own rules, and what killed writers leave behind, out of the repository. */
function makeDirectory({ file, layer }: PolicyTarget): void {
  const directory = dirname(file);
  makeFolder(directory, { mode: layer === 'user' ? 0o700 : 0o777 });
  if (layer === 'user') return;
  const ignore = join(directory, '.gitignore');
  const read = readText(ignore);
  const lines = 'text' in read ? read.text.split(/\r?\n/) : [];
  const missing = ['policy.local.yaml', '*.lock', '.*.new-*'].filter((line) => !lines.includes(line));
  if (missing.length === 0 || 'unreadable' in read) return;
  const start = lines.length === 0 || lines.at(-1) === '' ? '' : '\n';
  appendFileSync(ignore, `${start}${missing.join('\n')}\n`);
}

/** People keep their policy in a repository of settings and link to it: the link stays, its target changes. */
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
 * The person wrote this rule, so it needs no second yes; but a yes to one rule is none to what waited in the file
 * before. What is trusted is the text that was written, whatever lies there by now.
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
