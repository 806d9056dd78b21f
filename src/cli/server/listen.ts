import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Servers of one port: `localhost` has two addresses, and a browser may ask either. */
export interface Listening {
  readonly port: number;
  readonly close: () => void;
}

/** Ports behind the wanted one that are tried before any free one is taken. */
const nearby = 20;

/** Listens on the wanted port, else on a free one. `listens` is what `--host` says: an address, all, or this machine alone. */
export async function listen(handler: RequestListener, wanted: number, listens: string | boolean): Promise<Listening> {
  const ports = [
    ...Array.from({ length: nearby + 1 }, (_, index) => wanted + index).filter((port) => port < 65_536),
    0,
  ];
  for (const port of wanted === 0 ? [0] : ports) {
    const listening = await listenAt(handler, port, addressesOf(listens));
    if (listening) return listening;
  }
  throw new Error('no port is free');
}

function addressesOf(listens: string | boolean): string[] {
  if (listens === false) return ['127.0.0.1', '::1'];
  return listens === true ? ['::', '0.0.0.0'] : [listens];
}

/** Undefined where the port is in use at one of the addresses. A machine may lack one, not all. */
async function listenAt(
  handler: RequestListener,
  port: number,
  addresses: readonly string[],
): Promise<Listening | undefined> {
  const servers: Server[] = [];
  const close = () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections(); // event streams never end by themselves
    }
  };
  let found = port;
  let missing: unknown;
  for (const address of addresses) {
    const server = createServer({ headersTimeout: 10_000, requestTimeout: 15_000, maxHeaderSize: 16_384 }, handler);
    server.maxConnections = 256;
    try {
      found = await listenOn(server, found, address);
      servers.push(server);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' || (code === 'EACCES' && port > 0)) {
        close();
        return undefined;
      }
      missing = error;
    }
  }
  if (servers.length === 0) throw missing;
  return { port: found, close };
}

function listenOn(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
