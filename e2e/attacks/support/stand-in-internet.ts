import { Socket } from 'node:net';

// Loaded into services under test by `--import stand-in-internet.ts?<public address>=<address of this machine>`. These
// public addresses lead to servers on this machine, as if a router did it: the services resolve, judge and pin them like
// any other public address.

const routes = new URL(import.meta.url).searchParams;

// oxlint-disable-next-line typescript/unbound-method -- the proxy passes `this` on
Socket.prototype.connect = new Proxy(Socket.prototype.connect, {
  apply: (connect, socket: Socket, args: [unknown, ...unknown[]]) => {
    // Node passes its options in an array of its own.
    const [options] = [args[0]].flat() as [{ host?: string } | number | string | undefined];
    if (typeof options === 'object') {
      const route = routes.get(options.host ?? '');
      if (route !== null) options.host = route;
    }
    return Reflect.apply(connect, socket, args) as Socket;
  },
});
