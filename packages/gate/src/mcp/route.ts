/** The way back to the sender of a request: the one stream of a process, or the exchange of one HTTP request. */
export interface Route {
  /** The answer to a request that came this way. */
  readonly reply: (text: string) => void;
  /** What comes before it: progress, questions. */
  readonly tell: (text: string) => void;
}

/** The way back for a batch: all its answers together, as they were sent together. */
export function batchRoute(route: Route, requests: number): Route {
  const answers: string[] = [];
  return {
    tell: route.tell,
    reply: (text) => {
      answers.push(text);
      if (answers.length === requests) route.reply(`[${answers.join(',')}]`);
    },
  };
}
