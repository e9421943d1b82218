import { longestMessage } from './lines.ts';

/** Parses server-sent events from chunks of any size into their data. Skips data longer than any message. */
export function readEvents(data: (text: string) => void): (portion: string) => void {
  let rest = '';
  let tooLong = false;
  let lines: string[] = [];
  const finish = (line: string): void => {
    if (line === '' && lines.length > 0) {
      const whole = lines.join('\n');
      lines = [];
      data(whole);
    } else if (line.startsWith('data:')) lines.push(line.slice(line.startsWith('data: ') ? 6 : 5));
  };
  return (portion) => {
    // A trailing carriage return may be the first half of a line break.
    const given = rest.endsWith('\r') ? `\r${portion}` : portion;
    if (rest.endsWith('\r')) rest = rest.slice(0, -1);
    let start = 0;
    for (const end of given.matchAll(/\r\n|\n|\r(?!$)/g)) {
      const line = rest + given.slice(start, end.index);
      rest = '';
      start = end.index + end[0].length;
      if (!tooLong) finish(line);
      tooLong = false;
    }
    if (rest.length + given.length - start > longestMessage) [rest, tooLong] = ['', true];
    else rest += given.slice(start);
  };
}

/** One message as an event; a text with line breaks would end it too early. */
export function asEvent(text: string): string {
  return `event: message\ndata: ${text.replaceAll(/[\r\n]/g, ' ')}\n\n`;
}
