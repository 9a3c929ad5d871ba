// A port that leads to a product. While it is closed, a page at its address cannot reach the server.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Relay {
  url: string
  /** Listens again at the same address. */
  open(): Promise<void>
  /** Ends all connections and refuses new ones. */
  close(): Promise<void>
}

/** Opens a port of its own that passes everything on to the server at `url`. */
export async function relayTo(url: string): Promise<Relay> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const hold = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((near) => {
    const far = hold(connect(Number(target.port), target.hostname))
    hold(near).pipe(far).pipe(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  const listen = async (port: number) => {
    await once(server.listen(port, target.hostname), 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  return {
    url: `http://${target.hostname}:${port}`,
    async open() {
      await listen(port)
    },
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
