import type { World } from '../../../../world/world.ts';
import { isUnder } from '../../../paths/contains.ts';
import { joinPath, normalisePath } from '../../../paths/normalise.ts';
import type { Escalation } from '../../../part.ts';
import { literalOf } from '../../read/words/word.ts';
import type { Expanded } from '../carriers.ts';

/** Options with which programs of all kinds load settings, code or a whole project from a given place. */
const named =
  /^--?(?:config(?:-?(?:file|path|dir))?|conf|settings|root(?:-?dir)?|project(?:-?dir)?|base-?dir|cwd|work-?dir|dir|directory|prefix|chdir|manifest-path|require|import|preload|loader|plugins?|setup(?:-?files?)?|init-script|build-file|file|context|workspace(?:-?root)?)(?:=(.+))?$/u;
const short = /^-[cCfpr]$/u;
const settingsFile = /\.(?:[cm]?[jt]sx?|json5?|toml|ya?ml|ini|cfg|conf|py|rb|gradle|mk|xml|properties)$/u;

/**
 * `npx vitest --config /tmp/x.ts`: a rule on the command is about this project. Files elsewhere may come from anyone, so the
 * rule covers them only if it spells the option.
 */
export function foreignSettings({ words, place, judgement }: Expanded, world: World): readonly Escalation[] {
  if (judgement !== undefined && judgement.does !== 'acts') return [];
  return words.flatMap((word, at): readonly Escalation[] => {
    const text = literalOf(word) ?? '';
    const [isNamed, attached] = (text.startsWith('-') ? named.exec(text) : null) ?? [];
    const value = attached ?? (at === 0 ? undefined : literalOf(words[at + 1])) ?? '';
    const isSetting = at > 0 && (isNamed !== undefined || (short.test(text) && settingsFile.test(value)));
    return isSetting && leadsOut(value, place, world)
      ? [{ at, why: 'loads what lies outside of the project' }]
      : [];
  });
}

function leadsOut(text: string, place: Expanded['place'], world: World): boolean {
  if (!/^(?:\/|~|\.\.(?:\/|$))/u.test(text) || 'unknown' in place) return false;
  const path = text.replace(/^~(?=\/|$)/u, world.home);
  return place.in.some((directory) => {
    const written = normalisePath(joinPath(directory, path));
    return !world.workingDirectories.some((each) => written === each || isUnder(written, each));
  });
}
