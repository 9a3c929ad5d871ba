// Removes network and disk access from the process that reads a document. The kernel's sandbox (child.ts) is the strong
// barrier; this one also works without it, against parsers tricked into access.
import dgram from 'node:dgram'
import dns from 'node:dns'
import http2 from 'node:http2'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'

function refuse(): never {
  throw new Error('The reader of documents has no network.')
}

/** Permanently disables connections, listening, name resolution, and signals to other processes. */
export function sealNetwork(): void {
  lock(net.Socket.prototype, ['connect'])
  lock(net.Server.prototype, ['listen'])
  lock(net, ['_createServerHandle', 'connect', 'createConnection', 'createServer'])
  lock(tls, ['connect', 'createServer'])
  lock(http2, ['connect', 'createServer', 'createSecureServer'])
  lock(dgram, ['createSocket', '_createSocketHandle'])
  lock(dgram.Socket.prototype, ['bind', 'connect', 'send', 'sendto', 'addMembership'])
  for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    lock(resolver, functionsOf(resolver))
  lock(process, ['kill', '_kill', '_debugProcess', 'dlopen'])
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
    Reflect.deleteProperty(globalThis, name)
  syncBuiltinESMExports()
}

/** Disables reading from the disk, including the program's own files. Everything needed must be loaded. */
export function sealFiles(): void {
  // Available from Node 24.21 and not in the types yet. Earlier versions leave the program's folders readable.
  const permission = process.permission as { drop?: (scope: string) => void } | undefined
  permission?.drop?.('fs.read')
}

function functionsOf(of: object): string[] {
  return Object.getOwnPropertyNames(of).filter((name) => {
    const { value } = Object.getOwnPropertyDescriptor(of, name) ?? {}
    return typeof value === 'function' && name !== 'constructor' && name !== 'Resolver'
  })
}

function lock(of: object, names: readonly string[]): void {
  for (const name of names)
    Object.defineProperty(of, name, { value: refuse, writable: false, configurable: false })
}
