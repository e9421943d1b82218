/** The part of a terminal stream that a bar needs; `process.stderr` is one. */
export interface BarStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

export interface ProgressBar {
  readonly update: (share: number, text: string) => void;
  /** Removes the bar. */
  readonly end: () => void;
}

export interface BarOptions {
  /** Milliseconds. */
  readonly now: () => number;
}

/** Short work needs no bar, and redrawing faster than anyone can read costs time. */
const [patience, between] = [400, 100];

/** A line that is redrawn in place. Prints nothing unless the stream is a terminal. */
export function progressBar(stream: BarStream, { now }: BarOptions): ProgressBar {
  const started = now();
  let drawn = 0;
  return {
    update: (share, text) => {
      if (stream.isTTY !== true || now() - started < patience || now() - drawn < between) return;
      drawn = now();
      const room = Math.min(stream.columns ?? 80, 80);
      const percent = Math.floor(100 * Math.min(1, Math.max(0, share)));
      const about = ` ${String(percent).padStart(3)} %  ${text}`.slice(0, room - 12);
      const width = Math.min(30, room - about.length - 1);
      const full = Math.round((width * percent) / 100);
      stream.write(`\r\u001B[K${'█'.repeat(full)}${'░'.repeat(width - full)}${about}`);
    },
    end: () => {
      if (drawn > 0) stream.write('\r\u001B[K');
      drawn = 0;
    },
  };
}
