// Which `Host` a request may name. A page of another site can make its own name resolve to this machine (DNS rebinding), but not to
// one of these: names that never leave the machine, and, for a server that the network may use, addresses and the machine's own names.
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { parseUrl } from '../../model/path.js';

/** Tells whether the `Host` header of a request is one of this server's; `listens` is what `--host` says. */
export function hostCheck(listens: string | boolean): (header: string | undefined) => boolean {
  const machine = hostname().toLowerCase();
  const given = typeof listens === 'string' ? [listens.toLowerCase()] : [];
  const named = listens === false ? [] : [machine, `${machine}.local`, ...given];
  return (header) => {
    const name = header === undefined ? undefined : parseUrl(`http://${header}/`)?.hostname;
    if (name === undefined || !/^[\w.[\]:-]+$/.test(header ?? '')) return false;
    const address = name.replace(/^\[|\]$/g, '');
    if (isIP(address) !== 0) return listens !== false || address === '::1' || address.startsWith('127.');
    return name === 'localhost' || name.endsWith('.localhost') || named.includes(name);
  };
}
