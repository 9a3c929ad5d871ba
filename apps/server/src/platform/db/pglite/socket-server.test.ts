// The order and the grouping of messages; that statements work is tested with the real database in ../database.test.ts.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryDir } from '#test/db.ts'
import { listen } from './socket-server.ts'

/** Records what is executed; `BEGIN` opens a transaction, `COMMIT` and `ROLLBACK` end it. */
function scripted() {
  const executed: string[] = []
  let isOpen = false
  return {
    executed,
    isInTransaction: () => isOpen,
    execProtocolRawStream(messages: Uint8Array, options?: { onRawData: (reply: Uint8Array) => void }) {
      const text = typesAndTexts(Buffer.from(messages))
      executed.push(text)
      if (text.includes('BEGIN')) isOpen = true
      if (/COMMIT|ROLLBACK/.test(text)) isOpen = false
      for (const piece of ['done ', text, '\n']) options?.onRawData(Buffer.from(piece))
      return Promise.resolve()
    },
  }
}

function typesAndTexts(bytes: Buffer): string {
  if (bytes[0] === 0) return 'start'
  let text = ''
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1))
    text +=
      bytes.toString('utf8', at, at + 1) + bytes.toString('utf8', at + 5, at + 1 + bytes.readInt32BE(at + 1))
  return text
}

function message(type: string, text = ''): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

const START = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0])

async function opened() {
  const database = scripted()
  const path = join(await temporaryDir(), 'socket')
  const server = await listen(database, path)
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    database,
    async client(first = START) {
      const socket = connect(path)
      sockets.push(socket)
      let heard = ''
      socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
      socket.write(first)
      return {
        socket,
        write: (bytes: Buffer) => void socket.write(bytes),
        heard: (text: string) => vi.waitFor(() => expect(heard).toContain(text), 10_000),
      }
    },
  }
}

test('the messages of a statement are executed together, however they arrive', async () => {
  const { database, client } = await opened()
  const { write, heard } = await client()
  await heard('done start')
  const statement = Buffer.concat([
    message('B', 'x'.repeat(100_000)),
    message('D'),
    message('E'),
    message('S'),
  ])
  write(statement.subarray(0, 3))
  write(Buffer.concat([statement.subarray(3), message('Q', 'second'), message('P', 'third')]))
  await heard('Qsecond')
  write(Buffer.concat([message('S'), message('X')]))
  await heard('PthirdS')
  expect(database.executed.filter((text) => text !== 'start').join('\n')).toMatch(
    /^Bx{100000}DES\n?Qsecond\nPthirdS$/,
  )
})

test('a connection waits while another has a transaction open, and a lost one is rolled back', async () => {
  const { database, client } = await opened()
  const first = await client()
  first.write(message('Q', 'BEGIN'))
  await first.heard('QBEGIN')
  const second = await client(Buffer.concat([START, message('Q', 'after')]))
  first.write(message('Q', 'inside'))
  await first.heard('Qinside')
  first.socket.destroy()
  await second.heard('Qafter')
  const at = (text: string) => database.executed.findIndex((one) => one.startsWith(text))
  expect(at('QROLLBACK')).toBeGreaterThan(at('Qinside'))
  expect(at('Qafter')).toBeGreaterThan(at('QROLLBACK'))
})

test.each([
  ['another first message', Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]), false],
  ['a message that is shorter than its length', Buffer.from([81, 0, 0, 0, 1]), true],
])('%s closes the connection', async (_, bytes, isLater) => {
  const { client } = await opened()
  const { socket, write, heard } = await client(isLater ? START : bytes)
  if (isLater) {
    await heard('done start')
    write(bytes)
  }
  if (!socket.closed) await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})

test('errors after the first one do not end the process', async () => {
  const server = await listen(scripted(), join(await temporaryDir(), 'socket'))
  onTestFinished(() => void server.close())
  for (const code of ['EMFILE', 'EMFILE']) server.emit('error', Object.assign(new Error(code), { code }))
  expect(server.listening).toBe(true)
})
