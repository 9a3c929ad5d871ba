// Takes the network and the disk away from the process that reads a document. What the kernel takes away (child.ts) holds
// whatever the document does; this holds where the kernel does not help, against what a parser can be talked into.
import dgram from 'node:dgram'
import dns from 'node:dns'
import http2 from 'node:http2'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'

function refuse(): never {
  throw new Error('The reader of documents has no network.')
}

/** Ends every way to open or accept a connection, to resolve a name, and to signal another process. For good. */
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

/** Ends reading from the disk, also of the program's own files. All that is needed is loaded by then. */
export function sealFiles(): void {
  // Newer than the types: from Node 24.21 on. Before it, the folders of the program stay readable.
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
