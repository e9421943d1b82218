import { publicNames } from './public-names.ts';

export interface Example {
  /** `@permesso/gate/policy loadPolicy`, or with ` 2` behind it for its second example. */
  readonly title: string;
  readonly code: string;
}

/** What editors show beside the names of the API: each `@example`, once where several entries export the name. */
export function publicExamples(): readonly Example[] {
  const seen = new Set<string>();
  return publicNames().flatMap(({ entry, name, file, comment }) => {
    const declared = `${file} ${name}`;
    if (seen.has(declared)) return [];
    seen.add(declared);
    return codeIn(comment).map((code, at) => ({
      title: `${entry.replace('.', 'permesso')} ${name}${at === 0 ? '' : ` ${at + 1}`}`,
      code,
    }));
  });
}

/**
 * Hosts and clients that examples import and that are no dependency here: `npm run tools -- sdks` runs the adapters with the real ones. An
 * example is compiled with anything in their place, so what it takes from Permesso is checked, and what it hands to them is not.
 */
export const notInstalled: readonly string[] = [
  '@anthropic-ai/claude-agent-sdk',
  '@github/copilot-sdk',
  '@mastra/core/agent',
  '@modelcontextprotocol/sdk/client/index.js',
  '@modelcontextprotocol/sdk/client/stdio.js',
  '@openai/agents',
  'ai',
  'cloudflare:workers',
  'langchain',
  'redis',
];

function codeIn(comment: string): readonly string[] {
  const [, ...examples] = comment.replaceAll(/^ \* ?/gmu, '').split(/^@example$/mu);
  return examples.map((text) => /```tsx?\n([\s\S]*?)\n```/u.exec(text)?.[1] ?? text);
}
