// Which hosts may be asked. A page is hostile: its links must not make docgen ask machines of the network that it runs in.
import { BlockList, isIP } from 'node:net';

/** One list a family: in a common one, IPv4 addresses are looked up among those of IPv6 too. */
const privateRanges = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24],
  ['192.0.2.0', 24], ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24], ['203.0.113.0', 24],
  ['224.0.0.0', 4], ['240.0.0.0', 4],
] as const) // biome-ignore format: a table
  privateRanges.ipv4.addSubnet(network, prefix, 'ipv4');
/** Everything that is not a global address, and what carries an IPv4 address in it. */
for (const [network, prefix] of [
  ['::', 3], ['64:ff9b::', 16], ['100::', 8], ['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20], ['4000::', 2],
  ['8000::', 1],
] as const) // biome-ignore format: a table
  privateRanges.ipv6.addSubnet(network, prefix, 'ipv6');

/** True for an IP address of a private network, of this machine, or of no machine. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return true;
  return version === 4 ? privateRanges.ipv4.check(address, 'ipv4') : privateRanges.ipv6.check(address, 'ipv6');
}

/** The name of a host as URLs have it, without brackets and the dot at its end. */
export const bareHost = (hostname: string) =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

/** True for a host that is private by its name alone; other names are known when they are looked up. */
export function isPrivateHost(hostname: string): boolean {
  const host = bareHost(hostname);
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return !host.includes('.') || /\.(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/.test(host);
}

/** Hosts that stand for none: documentation is full of them. */
export function isExampleHost(hostname: string): boolean {
  return /(?:^|\.)(?:example(?:\.(?:com|org|net|edu))?|invalid|test)$/.test(bareHost(hostname));
}

/** Whether an address is one of those that a pattern names: a host, `*.host`, or the start of addresses before `*`. */
export function isNamed(url: URL, pattern: string): boolean {
  const host = bareHost(url.hostname);
  if (!pattern.includes('/')) {
    return pattern.startsWith('*.')
      ? host.endsWith(pattern.slice(1)) || host === pattern.slice(2)
      : host === pattern || url.host === pattern;
  }
  const start = pattern.replace(/\*+$/, '');
  const address = pattern.includes('://') ? url.href : url.href.slice(url.protocol.length + 2);
  return start === pattern ? address === pattern || address === `${pattern}/` : address.startsWith(start);
}
