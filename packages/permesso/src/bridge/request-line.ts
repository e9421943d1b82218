import type { Socket } from 'node:net';

/** More than any form that fits a window. */
const longest = 256 * 1024;

/**
 * Reads the first line of a connection, once. A line that is too long ends the connection; anything after the line is
 * ignored.
 */
export function readRequestLine(socket: Socket, take: (line: string) => void): void {
  let text = '';
  const onData = (chunk: string): void => {
    text += chunk;
    const end = text.indexOf('\n');
    if (end === -1 && text.length <= longest) return;
    socket.off('data', onData);
    if (end === -1) socket.destroy();
    else take(text.slice(0, end));
    // Keep reading, or the end of the connection would go unnoticed.
    socket.resume();
  };
  socket.setEncoding('utf8').on('data', onData);
}
