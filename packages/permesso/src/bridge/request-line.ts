import type { Socket } from 'node:net';

/** More than any form that fits a window. */
const longest = 256 * 1024;

/** The first line of a connection, once. One that is too long ends it; what follows is not read. */
export function readRequestLine(socket: Socket, take: (line: string) => void): void {
  let text = '';
  const onData = (chunk: string): void => {
    text += chunk;
    const end = text.indexOf('\n');
    if (end === -1 && text.length <= longest) return;
    socket.off('data', onData);
    if (end === -1) socket.destroy();
    else take(text.slice(0, end));
    // Read on, or its end would not be noticed.
    socket.resume();
  };
  socket.setEncoding('utf8').on('data', onData);
}
