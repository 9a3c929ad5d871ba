import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { openReplyRoom } from './reply-room.ts'

const MB = 1_000_000
const reply = (writableLength = 0) =>
  Object.assign(new EventEmitter(), { destroyed: false, writableLength }) as unknown as ServerResponse

test('replies count until they are sent, and a single one may have any size', () => {
  const room = openReplyRoom(64 * MB)
  const [first, second] = [reply(), reply()]
  room.reserve('anna', 40 * MB, first)
  expect(() => room.mustHaveRoom('anna')).toThrow(expect.objectContaining({ code: 'TOO_MANY_ATTEMPTS' }))
  expect(() => room.reserve('anna', 1, second)).toThrow(expect.objectContaining({ retryAfter: 10 }))
  room.reserve('bert', 10 * MB, second)
  expect(() => room.reserve('cora', 20 * MB, reply())).toThrow(
    expect.objectContaining({ code: 'SERVER_BUSY' }),
  )
  first.emit('close')
  room.mustHaveRoom('anna')
  room.reserve('cora', 20 * MB, reply())
})

test('more of the same reply may have any size, too', () => {
  const room = openReplyRoom(64 * MB)
  const [first, second] = [reply(), reply()]
  room.reserve('anna', 10 * MB, first)
  room.reserve('anna', 80 * MB, first)
  expect(() => room.reserve('anna', 1, second)).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_ATTEMPTS' }),
  )
  first.emit('close')
  room.reserve('anna', 1, second)
})

test('clients that read nothing leave room for the small replies of others', () => {
  const room = openReplyRoom(64 * MB)
  for (const one of ['a', 'b', 'c', 'd', 'e']) room.reserve(one, one === 'e' ? 1 : 16 * MB, reply())
  room.reserve('anna', 50_000, reply())
  expect(() => room.reserve('anna', 50_000, reply())).toThrow(
    expect.objectContaining({ code: 'SERVER_BUSY' }),
  )
})

test('the unsent part of a stream counts, but not a reply whose client disconnected', () => {
  const room = openReplyRoom(64 * MB)
  const stream = reply(17 * MB)
  room.count('anna', stream)
  expect(() => room.mustHaveRoom('anna')).toThrow()
  stream.emit('close')
  room.reserve('anna', 40 * MB, Object.assign(reply(), { destroyed: true }))
  room.mustHaveRoom('anna')
})

test('a reply grows beyond what was reserved ahead, and counts whole until it is sent', () => {
  const room = openReplyRoom(64 * MB)
  const [made, other] = [reply(), reply()]
  room.reserveAhead('anna', 1 * MB, made)
  room.reserve('anna', 20 * MB, other)
  for (let step = 0; step < 30; step += 1) room.grow('anna', 1 * MB, made)
  expect(made.listenerCount('close')).toBeLessThan(5)
  other.emit('close')
  // Not unread before it is sent.
  room.mustHaveRoom('anna')
  expect(() => room.reserveAhead('anna', 1 * MB, other)).toThrow()
  room.sending('anna', made)
  expect(() => room.mustHaveRoom('anna')).toThrow()
  room.grow('anna', 1 * MB, made)
  made.emit('close')
  room.reserveAhead('anna', 40 * MB, other)
})

test('work before a reply counts for other work, and for replies only while they are sent', () => {
  const room = openReplyRoom(64 * MB)
  const [slow, other] = [reply(), reply()]
  room.reserveAhead('anna', 40 * MB, slow)
  room.mustHaveRoom('anna')
  room.reserve('anna', 1 * MB, other)
  expect(() => room.reserveAhead('anna', 1 * MB, reply())).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_ATTEMPTS' }),
  )
  // All memory is still counted.
  expect(() => room.reserve('bert', 24 * MB, reply())).toThrow(
    expect.objectContaining({ code: 'SERVER_BUSY' }),
  )
  room.sending('anna', slow)
  expect(() => room.mustHaveRoom('anna')).toThrow(expect.objectContaining({ code: 'TOO_MANY_ATTEMPTS' }))
  for (const one of [slow, other]) one.emit('close')
  room.reserveAhead('anna', 40 * MB, slow)
  slow.emit('close')
  room.reserve('anna', 60 * MB, reply())
})
