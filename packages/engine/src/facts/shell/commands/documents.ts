import { literalOf } from '../read/words/word.ts';
import { type Arguments, type Command, type Refinement, type Touch, used } from '../model/model.ts';

const pages = '-f: -l: -opw: -upw:';
const prints = '-v -h -help --help -? -listenc';

/** The file may be a URL: builds with libcurl fetch it, and a rule about reading documents does not cover that. */
function fetches({ operands }: Arguments): Refinement | undefined {
  const remote = operands.filter(({ word }) => literalOf(word)?.includes('://') === true);
  if (remote.length === 0) return undefined;
  return {
    does: 'acts',
    why: 'reaches the network',
    reaches: remote.map(({ word }) => ({ word, as: 'url' })),
    escalations: remote.map(({ at }) => ({ at, why: 'fetches the document' })),
  };
}

/** `-` prints. Without a second operand the text is written beside the document. */
function output(args: Arguments): Refinement | undefined {
  const [document, text] = args.operands;
  if (text !== undefined) return literalOf(text.word) === '-' ? { does: 'reads' } : undefined;
  const name = literalOf(document?.word);
  if (document === undefined || name === undefined)
    return { does: 'acts', why: 'writes beside a document that is not known' };
  const page = used(args, '-htmlmeta', '-bbox', '-bbox-layout', '-bbox-layout-links');
  const beside: Touch = {
    access: 'write',
    word: {
      kind: 'literal',
      text: `${name.replace(/\.(?:pdf|PDF)$/, '')}${page ? '.html' : '.txt'}`,
      span: document.word.span,
    },
  };
  return { touches: [beside] };
}

/** Contents of a PDF, with the tools of Xpdf and Poppler. */
export const documents = (): readonly Command[] => [
  {
    names: ['pdfinfo'],
    does: 'reads',
    style: 'words',
    options: `${pages} -box -meta -custom -js -struct -struct-text -url -isodates -rawdates -dests -enc:`,
    operands: { first: ['read'] },
    prints,
    refine: fetches,
    examples: {
      reads: ['pdfinfo a.pdf', 'pdfinfo -f 1 -l 3 -box a.pdf', 'pdfinfo -v'],
      acts: ['pdfinfo a.pdf b.pdf', 'pdfinfo -unseen-of a.pdf'],
      escalates: ['pdfinfo https://a.example/x.pdf'],
      touches: [['pdfinfo ~/.ssh/id', 'read /home/dev/.ssh/id']],
    },
  },
  {
    names: ['pdffonts'],
    does: 'reads',
    style: 'words',
    options: `${pages} -subst`,
    operands: { first: ['read'] },
    prints,
    refine: fetches,
    examples: { reads: ['pdffonts -subst a.pdf'], escalates: ['pdffonts http://a.example/x.pdf'] },
  },
  {
    names: ['pdftotext'],
    does: 'edits',
    style: 'words',
    options: `${pages} -r: -x: -y: -W: -H: -fixed: -enc: -eol: -layout -raw -htmlmeta -nopgbrk -bbox -bbox-layout -bbox-layout-links -q`,
    operands: { first: ['read', 'write'] },
    prints,
    refine: (args) => fetches(args) ?? output(args),
    examples: {
      reads: ['pdftotext a.pdf -', 'pdftotext -layout -f 2 -l 2 a.pdf -', 'pdftotext -listenc'],
      edits: ['pdftotext a.pdf b.txt', 'pdftotext -layout a.pdf'],
      acts: ['pdftotext', 'pdftotext "$X"', 'pdftotext a.pdf b c', 'pdftotext -o x a.pdf -'],
      escalates: ['pdftotext fd://0 -', 'pdftotext ftp://a.example/x.pdf'],
      touches: [
        ['pdftotext a.pdf', 'read a.pdf, write a.txt'],
        ['pdftotext -bbox a.PDF', 'read a.PDF, write a.html'],
        ['pdftotext notes', 'read notes, write notes.txt'],
        ['pdftotext a.pdf .git/hooks/post-commit', 'read a.pdf, write .git/hooks/post-commit'],
      ],
    },
  },
];
