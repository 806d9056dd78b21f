// Decides which hosts can be requested. Links are untrusted, so they must not reach the private network.
import { BlockList, isIP } from 'node:net';
import ranges from './private-ranges.json' with { type: 'json' };

/** IP ranges that are not global, including IPv6 ranges that embed an IPv4 address. */
const privateRanges = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const range of ranges[family]) {
    const [network = '', prefix] = range.split('/');
    privateRanges[family].addSubnet(network, Number(prefix), family);
  }
}

export function isPrivateAddress(address: string): boolean {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  return isIP(address) === 0 || privateRanges[family].check(address, family);
}

/** Returns a host name without brackets and without the last dot. */
export const bareHost = (hostname: string) => hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();

/** Whether a host is private by its name or IP address. Other names are checked after their DNS lookup. */
export function isPrivateHost(hostname: string): boolean {
  const host = bareHost(hostname);
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return !host.includes('.') || /\.(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/.test(host);
}

export const isExampleHost = (hostname: string) =>
  /(?:^|\.)(?:example(?:\.(?:com|org|net|edu))?|invalid|test)$/.test(bareHost(hostname));

/** Whether a URL matches a pattern: a host, `*.host`, or the start of a URL before `*`. */
export function isNamed(url: URL, pattern: string): boolean {
  const host = bareHost(url.hostname);
  if (!pattern.includes('/'))
    return pattern.startsWith('*.') ? `.${host}`.endsWith(pattern.slice(1)) : [host, url.host].includes(pattern);
  const address = pattern.includes('://') ? url.href : url.href.slice(url.protocol.length + 2);
  const start = pattern.replace(/\*+$/, '');
  return start === pattern ? [pattern, `${pattern}/`].includes(address) : address.startsWith(start);
}
