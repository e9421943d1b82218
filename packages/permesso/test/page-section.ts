/** Puts a text between the two marks of a section that a script writes: `<!-- name -->` and `<!-- /name -->`. */
export function replaceSection(markdown: string, name: string, text: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const start = markdown.indexOf(open);
  const end = markdown.indexOf(close);
  if (start === -1 || end < start) throw new TypeError(`the page has no section ${name}`);
  return `${markdown.slice(0, start + open.length)}\n\n${text}\n\n${markdown.slice(end)}`;
}
