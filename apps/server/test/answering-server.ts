// An HTTP server for the product's outbound requests: records requests and replies as a test defines.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export type Handler = (req: IncomingMessage, res: ServerResponse) => void

export interface AnsweringServer {
  port: number
  /** Requests received in this test. */
  requests: IncomingMessage[]
  /** Connections accepted in this test. */
  connections: number
  /** `canary` unless a test changes it. */
  respond: Handler
}

/** Starts a server on 127.0.0.1 for the tests of the calling file. */
export function answeringServer(): AnsweringServer {
  const answering: AnsweringServer = { port: 0, ...untouched() }
  const server = createServer((req, res) => {
    answering.requests.push(req)
    res.on('error', () => undefined)
    answering.respond(req, res)
  })
  server.on('connection', () => answering.connections++)
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    answering.port = (server.address() as AddressInfo).port
  })
  beforeEach(() => void Object.assign(answering, untouched()))
  afterAll(async () => {
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  })
  return answering
}

const untouched = (): Omit<AnsweringServer, 'port'> => ({
  requests: [],
  connections: 0,
  respond: (_req, res) => void res.end('canary'),
})
