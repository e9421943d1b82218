import type { Part } from '../part.ts';
import type { Tool } from '../tool.ts';
import { offerPath, readFilePart, type FileTool } from './file-tools.ts';

/** Each file that a patch names is written. */
const row: FileTool = { name: 'apply_patch', access: 'write', fields: ['file_path'] };

// A context line may look like one of these: the patch then counts as naming one file too many, never one too few.
const heading = /^\s*\*\*\*\s*(Add File|Update File|Delete File|Move to):\s*(.*?)\s*$/u;

/** The patch format of OpenAI's models: several files in one text, each under a heading. */
export const patchTool: Tool = {
  name: row.name,
  kind: 'write',
  read: (call, world) => {
    const text = call.input['patch'];
    if (typeof text !== 'string') throw new TypeError('the call holds no patch');
    const [first, ...rest] = text.split(/\r\n|\r|\n/u).flatMap((line): readonly Part[] => {
      const [, does, path] = heading.exec(line) ?? [];
      if (does === undefined || path === undefined) return [];
      const part = readFilePart(row, { ...call, input: { file_path: path } }, world);
      return [does === 'Delete File' ? deleting(part) : part];
    });
    if (first === undefined) throw new TypeError('the patch names no file');
    return [first, ...rest];
  },
  offer: (_call, parts, world) => parts.flatMap((part) => offerPath(row, part, world)),
};

function deleting(part: Part): Part {
  return part.subject.kind === 'path'
    ? { ...part, accesses: [...part.accesses, { kind: 'delete', path: part.subject.path }] }
    : part;
}
