import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'

/** A fake browser: the test switches network and server off and on, and controls time. */
function browser() {
  const now = { online: true, answers: true }
  const pauses: { ms: number; end: () => void }[] = []
  const seen: string[] = []
  let networkChanged = () => undefined as void
  let probes = 0
  const connection = createConnection({
    online: () => now.online,
    onNetwork: (listener) => (networkChanged = listener),
    probe: () => {
      probes++
      return Promise.resolve(now.answers)
    },
    pause: (ms) => new Promise((resolve) => pauses.push({ ms, end: () => resolve() })),
    random: () => 1,
  })
  const note = () => {
    if (connection.get() !== seen.at(-1)) seen.push(connection.get())
  }
  note()
  connection.subscribe(note)
  return {
    connection,
    now,
    pauses,
    seen,
    probes: () => probes,
    setNetwork(online: boolean) {
      now.online = online
      networkChanged()
    },
    /** Ends the current pause and waits until its effects have happened. */
    async pass() {
      pauses.at(-1)?.end()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('does not report one lost request if the next probe succeeds', async () => {
  const { connection, pass, seen, pauses } = browser()
  connection.noteRequest(false)
  await pass()
  expect(seen).toEqual(['reachable'])
  expect(pauses).toHaveLength(1)
})

test('reports an unreachable server until a request succeeds, and probes with growing pauses', async () => {
  const { connection, now, pass, seen, pauses, probes } = browser()
  now.answers = false
  connection.noteRequest(false)
  connection.noteRequest(false)
  expect(seen).toEqual(['reachable'])
  await pass()
  expect(seen).toEqual(['reachable', 'unreachable'])
  await pass()
  connection.noteRequest(false)
  await pass()
  await pass()
  expect(seen, 'it does not flicker').toEqual(['reachable', 'unreachable'])
  expect(pauses.map(({ ms }) => ms)).toEqual([2_000, 4_000, 8_000, 15_000, 15_000])
  connection.noteRequest(true)
  expect(seen).toEqual(['reachable', 'unreachable', 'reachable'])
  await pass()
  expect(probes(), 'nothing is asked once something was answered').toBe(4)
  connection.noteRequest(false)
  expect(pauses.at(-1)?.ms).toBe(2_000)
})

test('notices by its own probes that the server is reachable again', async () => {
  const { connection, now, pass, seen, pauses } = browser()
  now.answers = false
  connection.noteRequest(false)
  await pass()
  now.answers = true
  await pass()
  expect(seen).toEqual(['reachable', 'unreachable', 'reachable'])
  expect(pauses).toHaveLength(2)
})

test('does not probe while offline, and reports only the current state afterwards', async () => {
  const { connection, now, pass, seen, probes, setNetwork } = browser()
  now.answers = false
  setNetwork(false)
  connection.noteRequest(false)
  await pass()
  await pass()
  expect(probes()).toBe(0)
  expect(seen).toEqual(['reachable', 'offline'])
  setNetwork(true)
  now.answers = true
  await pass()
  expect(seen).toEqual(['reachable', 'offline', 'reachable'])
})

test('after a change of network the server counts as reachable until the next probe fails', async () => {
  const { connection, now, pass, seen, setNetwork } = browser()
  now.answers = false
  connection.noteRequest(false)
  await pass()
  setNetwork(true)
  await pass()
  expect(seen).toEqual(['reachable', 'unreachable', 'reachable', 'unreachable'])
})
