/** The way back to the sender of a request: the stream of a process, or the exchange of one HTTP request. */
export interface Route {
  /** Sends the answer to a request. */
  readonly reply: (text: string) => void;
  /** Sends what comes before it: progress, requests. */
  readonly tell: (text: string) => void;
}

/** The route for a batch: its answers are sent together. */
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
