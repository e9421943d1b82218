import { isMap, isSeq, parseDocument } from 'yaml';
import { contentOf, openPolicy, type Edited } from './edit-text.ts';
import type { Group } from './policy-file.ts';

export interface NamedGroup {
  readonly name: string;
  readonly rules: Pick<Group, 'allow' | 'ask' | 'deny'>;
  /** A comment before it that says where it comes from. */
  readonly about: string;
}

/**
 * Adds a group of rules to a policy and lists it under `use`, or replaces an earlier group of that name. Read back, the text
 * must mean what the old one did, plus this group.
 */
export function addGroupToText(text: string, { name, rules, about }: NamedGroup): Edited {
  const before = openPolicy(text);
  if ('refused' in before) return before;
  const { policy } = before;
  // A file that contains only comments has no map to write into.
  const document = parseDocument(before.root === undefined ? `${text}{}\n` : text);
  if (!isMap(document.contents)) return { refused: 'the file is not a policy' };
  if (before.root === undefined) document.contents.flow = false;
  const isUsed = policy.use.includes(name);
  if (!isMap(document.get('groups'))) document.set('groups', document.createNode({}));
  const written = document.createNode(rules);
  written.commentBefore = ` ${about}`;
  document.setIn(['groups', name], written);
  if (!isUsed) {
    if (!isSeq(document.get('use'))) document.set('use', document.createNode([]));
    document.addIn(['use'], name);
  }
  const changed = document.toString({ lineWidth: 0 });
  const after = openPolicy(changed);
  if ('refused' in after) return { refused: `the change would break the file: ${after.refused}` };
  const wanted = contentOf(
    {
      ...policy,
      use: isUsed ? policy.use : [...policy.use, name],
      groups: new Map([...policy.groups, [name, rules]]),
    },
    policy.layer,
  );
  return contentOf(after.policy, after.policy.layer) === wanted
    ? { text: changed, changed: changed !== text }
    : { refused: 'the change would mean something else in this file: edit it by hand' };
}
