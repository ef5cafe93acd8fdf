import { BlockList, isIP } from 'node:net';

/** This machine, private networks, addresses from routers or tunnels, and link-local ones. */
const homeNetworks = new BlockList();
for (const network of [
  ...['0.0.0.0/32', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  ...['::/127', 'fc00::/7', 'fe80::/10'],
]) {
  const [address = '', bits] = network.split('/');
  homeNetworks.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** Names that no public server has: RFC 6761, 6762 and 8375, and the host's name in containers. */
const homeNames = /(?:^|\.)(?:localhost|local|home\.arpa|docker\.internal)$/;

/** Judges by the host alone. A home server has few slots and queues all other calls silently. */
export function isHomeServer(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return false;
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$|\.$/g, '');
  const version = isIP(host);
  return version === 0 ? homeNames.test(host) : homeNetworks.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
