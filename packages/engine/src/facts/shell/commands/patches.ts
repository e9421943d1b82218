import { literalOf } from '../read/words/word.ts';
import type { Arguments, Command, Refinement, Touch } from '../model/model.ts';

/** As in the patch tool: a context line that looks like a heading counts as one file too many, never one too few. */
const heading = /^\s*\*\*\*\s*(Add File|Update File|Delete File|Move to):\s*(.*?)\s*$/u;

/** Each file that a patch in the format of OpenAI's models names is edited or removed. */
function edited(args: Arguments, text: string): Refinement | undefined {
  const isPatch = /^\s*\*\*\* Begin Patch\s*\n/u.test(text) && /\n\*\*\* End Patch\s*$/u.test(text);
  const isAlone = args.strangers.length + args.vague.length + args.options.length === 0;
  const span = args.words[0]?.span ?? { start: 0, end: 0 };
  const touches = text.split(/\r\n|\r|\n/u).flatMap((line): readonly Touch[] => {
    const [, does, path] = heading.exec(line) ?? [];
    if (does === undefined || path === undefined) return [];
    const word = { kind: 'literal', text: path, span } as const;
    return [{ access: does === 'Delete File' ? 'delete' : 'write', word }];
  });
  if (!isPatch || !isAlone || touches.length === 0) return { touches };
  const renames = text.split('\n').some((line) => heading.exec(line)?.[1] === 'Move to');
  return renames ? { touches } : { does: 'edits', touches };
}

/** Codex applies it itself: the program is built in, and the patch names the files. */
export const patches = (): readonly Command[] => [
  {
    names: ['apply_patch', 'applypatch'],
    does: 'acts',
    operands: { rest: 'text' },
    prints: '--version --help',
    refine: (args) => {
      const [only, ...others] = args.operands;
      const text = literalOf(only?.word);
      return text === undefined || others.length > 0 ? undefined : edited(args, text);
    },
    fed: (args, text) => (args.operands.length === 0 ? edited(args, text) : undefined),
    examples: {
      edits: [
        "apply_patch <<'P'\n*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** End Patch\nP",
        "apply_patch '*** Begin Patch\n*** Add File: b.ts\n+x\n*** End Patch'",
      ],
      acts: [
        'apply_patch',
        'apply_patch < x',
        'apply_patch "$X"',
        'apply_patch <<P\n*** Begin Patch\n*** Update File: $X\n*** End Patch\nP',
        "apply_patch <<'P'\nno patch\nP",
      ],
      touches: [
        [
          "apply_patch <<'P'\n*** Begin Patch\n*** Update File: a.ts\n*** Delete File: .github/x.yml\n*** End Patch\nP",
          'write a.ts, delete .github/x.yml',
        ],
      ],
    },
  },
];
