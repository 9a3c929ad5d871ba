import { connect, type Socket } from 'node:net'

export interface RawReply {
  /** 0 if there was no reply. */
  status: number
  text: string
  /** Milliseconds to the first byte of the reply. */
  ms: number
}

/** Sends raw bytes and reads until the reply's head has arrived or the connection ended. */
export function rawRequest(port: number, send: (socket: Socket) => void | Promise<void>): Promise<RawReply> {
  const { promise, resolve } = Promise.withResolvers<RawReply>()
  const begun = performance.now()
  let text = ''
  let ms = 0
  const socket = connect(port, '127.0.0.1')
  const done = (): void => {
    socket.destroy()
    resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text, ms })
  }
  socket.setEncoding('latin1')
  socket.on('data', (piece) => {
    if (!text) ms = performance.now() - begun
    text += String(piece)
    if (text.includes('\r\n\r\n')) done()
  })
  socket.on('error', done).on('close', done)
  socket.on('connect', () => void send(socket))
  return promise
}
