// A proxy in front of several servers that asks each whether it is ready.
import { API_ROOT } from '@polylogue/contract'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Proxy {
  readonly url: string
  /** Whether a server is asked to answer new requests. */
  isReady(url: string): boolean
  close(): void
}

/** Sends each request to the next server that is ready. */
export async function openProxy(servers: () => readonly string[]): Promise<Proxy> {
  const ready = new Set<string>()
  const look = async (url: string) => {
    const response = await fetch(`${url}${API_ROOT}/ready`).catch(() => undefined)
    if (response?.status === 200) ready.add(url)
    else ready.delete(url)
    await response?.body?.cancel()
  }
  const timer = setInterval(() => void Promise.all(servers().map(look)), 100)
  let turn = 0
  const forward = (from: IncomingMessage, body: Buffer, to: ServerResponse, triesLeft: number) => {
    const chosen = [...ready][turn++ % ready.size]
    if (!chosen) return void to.writeHead(503).end()
    const { method, headers } = from
    const passed = request(`${chosen}${from.url}`, { method, headers, agent: false }, (answer) => {
      // As proxies do it: a refused request goes to another server.
      if (answer.statusCode === 503 && triesLeft > 0) {
        ready.delete(chosen)
        answer.resume()
        return forward(from, body, to, triesLeft - 1)
      }
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => to.destroy()).pipe(to)
    })
    passed.on('error', (error: NodeJS.ErrnoException) => {
      ready.delete(chosen)
      if (error.code === 'ECONNREFUSED' && triesLeft > 0) forward(from, body, to, triesLeft - 1)
      else to.destroy()
    })
    to.on('close', () => passed.destroy())
    passed.end(body)
  }
  const server = createServer((from, to) => {
    const pieces: Buffer[] = []
    from.on('data', (piece: Buffer) => pieces.push(piece))
    from.on('end', () => forward(from, Buffer.concat(pieces), to, 5))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReady: (url) => ready.has(url),
    close() {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
    },
  }
}
