import { rulesTexts } from './texts.ts';

const texts = rulesTexts.targets;

/** Whose file contains a rule or a policy. */
export const targets = [
  { value: 'local', title: texts.local },
  { value: 'project', title: texts.project },
  { value: 'user', title: texts.user },
] as const;

export function targetTitle(to: string): string {
  return targets.find(({ value }) => value === to)?.title ?? to;
}
