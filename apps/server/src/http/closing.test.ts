import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { API_ROOT, contract } from '@polylogue/contract'
import { everyCall, httpServer, TOKEN } from '#test/http-server.ts'

// Closing waits up to five seconds for running work. Taking that long means that it waited for something that never ends.
const SOON_MS = 4_000

test('closing does not wait for a connection without a request', async () => {
  const server = await httpServer(everyCall(() => undefined as never))
  const ahead = connect(server.port, '127.0.0.1')
  await once(ahead, 'connect')
  // After this call the server knows the connection, since connections are accepted in order.
  await server.client.call(contract.auth.setUpState).catch(() => undefined)
  const began = performance.now()
  await Promise.all([server.close(), once(ahead, 'close')])
  expect(performance.now() - began).toBeLessThan(SOON_MS)
})

test('closing lets a running download finish and does not wait for its connection', async () => {
  const go = Promise.withResolvers<void>()
  const bytes = async function* () {
    yield Buffer.from('one,')
    await go.promise
    yield Buffer.from('two')
  }
  const csv = () => ({ name: 'audit.csv', mimeType: 'text/csv', bytes: bytes() })
  const server = await httpServer(everyCall(() => undefined as never, { audit: { export: csv } }))
  const reply = await fetch(`${server.url}${API_ROOT}/${contract.audit.export.path}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  const began = performance.now()
  const closed = server.close()
  go.resolve()
  expect(await reply.text()).toBe('one,two')
  await closed
  expect(performance.now() - began).toBeLessThan(SOON_MS)
})
