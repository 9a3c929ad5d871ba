// Requests that come in the same moment are begun in turns between those who ask: a thousand of one person do not hold up another's.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Requests begun in one turn of the event loop; what the database and the engines answer is heard between turns. */
const AT_ONCE = 16

/** Begins work at once while little comes, else in turns between keys. */
export function fairTurns(atOnce = AT_ONCE): (key: string, work: () => void) => void {
  const waiting = new Map<string, (() => void)[]>()
  let begun = 0
  const turn = (): void => {
    begun = 0
    // Whoever was served goes to the end of what is walked through, and may be served again.
    for (const [key, works] of waiting) {
      if (begun >= atOnce) break
      waiting.delete(key)
      const work = works.shift()
      if (works.length > 0) waiting.set(key, works)
      begun++
      work?.()
    }
    if (begun > 0) setImmediate(turn)
  }
  return (key, work) => {
    if (begun === 0) setImmediate(turn)
    if (begun < atOnce && waiting.size === 0) {
      begun++
      return work()
    }
    const works = waiting.get(key)
    if (works) works.push(work)
    else waiting.set(key, [work])
  }
}

/** Puts a server's requests into turns by who asks: a bearer, or an address. One that broke off meanwhile is not begun. */
export function takeTurns(server: Server): void {
  const inTurn = fairTurns()
  const handlers = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { authorization, 'x-forwarded-for': forwarded } = request.headers
    const key = authorization ?? `${request.socket.remoteAddress} ${String(forwarded)}`
    inTurn(key, () => {
      if (!response.destroyed) for (const handle of handlers) handle.call(server, request, response)
    })
  })
}
