import { lazily } from '../../lazily.ts';

/**
 * How programs written in a call remove files, in the common languages: `shutil.rmtree("data")`, `fs.rmSync`, `unlink glob
 * "*.db"`. Such a program is unknown code, but this much of it is explicit.
 */
const removing = lazily(
  () =>
    new RegExp(
      [
        String.raw`\brmtree\b`,
        String.raw`\bos\.(?:remove|removedirs|unlink|rmdir)\b`,
        String.raw`\bunlink(?:Sync)?\b`,
        String.raw`\b(?:rm|rmdir|remove|emptyDir)Sync\b`,
        String.raw`\bfs(?:\.promises)?\.(?:rm|rmdir|remove)\b|\brequire\(["'](?:node:)?fs(?:/promises)?["']\)(?:\.promises)?\.(?:rm|rmdir)\b`,
        String.raw`\bDeno\.remove\b`,
        String.raw`\bFile\.(?:delete|rm(?:_rf|dir)?)\b|\bFileUtils\.(?:rm|remove)\w*|\bDir\.(?:delete|rmdir|unlink)\b`,
        String.raw`\bdeleteDir\b|\.deleteRecursively\b`,
        String.raw`\bsend2trash\b`,
        String.raw`\brm\(["']`,
        // Shell commands passed on: `system("rm -rf data")`, `["rm", "-rf", "data"]`.
        String.raw`["'\s;|&(](?:rm|shred|unlink)["',\s]+-?[\w./*~]`,
        String.raw`\bgit["',\s]+(?:clean|reset["',\s]+--hard)\b`,
      ].join('|'),
      'u',
    ),
);

export function removesFiles(code: string): boolean {
  return removing().test(code);
}
