/** One fenced block of a Markdown text. */
interface Fence {
  readonly language: string;
  readonly text: string;
}

const fence = /^```(\w*)\n([\s\S]*?)^```$/gm;

function fencesOf(markdown: string): readonly Fence[] {
  return Array.from(markdown.matchAll(fence), ([, language = '', text = '']) => ({ language, text }));
}

/** Each block of a language with the `text` block that stands next, which is what it prints. */
export function snippetsOf(
  markdown: string,
  wanted: 'ts' | 'js' = 'ts',
): readonly { readonly code: string; readonly prints: string }[] {
  const fences = fencesOf(markdown);
  return fences.flatMap(({ language, text }, place) => {
    if (language !== wanted) return [];
    const next = fences[place + 1];
    return [{ code: text, prints: next?.language === 'text' ? next.text : 'nothing stands beneath it' }];
  });
}

/** Targets of links, without those inside code. */
export function linksOf(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(fence, '').replaceAll(/`[^`\n]*`/g, (code) => '`'.repeat(code.length));
  return Array.from(prose.matchAll(/(?:\]\(|\ssrc=")([^()"\s]+)[)"]/g), ([, target = '']) => target);
}

/** The anchors that the headings of a text make, as GitHub makes them. */
export function anchorsOf(markdown: string): readonly string[] {
  return Array.from(markdown.replaceAll(fence, '').matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}
