import { connect } from 'node:net';

/** Sends a text to a loopback port and resolves with the first data that arrives, or undefined. */
export function converse(port: number, words: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (answer: string | undefined): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding('utf8').setTimeout(2_000);
    socket.once('connect', () => {
      if (words !== '') socket.write(words);
    });
    socket.once('data', (text: string) => {
      end(text);
    });
    socket.once('timeout', () => {
      end(undefined);
    });
    socket.once('error', () => {
      end(undefined);
    });
    socket.once('close', () => {
      end(undefined);
    });
  });
}
