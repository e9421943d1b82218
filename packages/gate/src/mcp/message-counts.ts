/** What hiding tools saves the model, and the outcomes of calls. */
export interface MessageCounts {
  readonly listed: (server: string, tool: unknown, shown: boolean) => void;
  readonly decided: (verdict: 'allow' | 'deny') => void;
  readonly summary: () => Summary;
}

export interface Summary {
  readonly tools: number;
  readonly hidden: number;
  /** Estimated at about four characters per token. */
  readonly tokensSaved: number;
  readonly allowed: number;
  readonly denied: number;
}

/** Tool names come from servers: no more are counted than a model could ever be shown. */
const mostNames = 20_000;

export function createMessageCounts(): MessageCounts {
  const shownNames = new Set<string>();
  const hiddenSizes = new Map<string, number>();
  const counts = { allow: 0, deny: 0 };
  return {
    listed: (server, tool, shown) => {
      if (shownNames.size + hiddenSizes.size >= mostNames) return;
      const text = JSON.stringify(tool);
      const name = JSON.stringify([server, (tool as { readonly name?: unknown }).name]);
      if (shown) shownNames.add(name);
      else shownNames.delete(name);
      if (shown) hiddenSizes.delete(name);
      else hiddenSizes.set(name, text.length);
    },
    decided: (verdict) => {
      counts[verdict]++;
    },
    summary: () => {
      const characters = [...hiddenSizes.values()].reduce((sum, size) => sum + size, 0);
      return {
        tools: shownNames.size + hiddenSizes.size,
        hidden: hiddenSizes.size,
        tokensSaved: Math.ceil(characters / 4),
        allowed: counts.allow,
        denied: counts.deny,
      };
    },
  };
}

export function printSummary({ tools, hidden, tokensSaved, allowed, denied }: Summary): string {
  const saved = hidden === 0 ? '' : `, which saves about ${tokensSaved} tokens in each prompt`;
  return `${hidden} of ${tools} tools hidden${saved}; ${allowed} calls allowed, ${denied} denied`;
}
