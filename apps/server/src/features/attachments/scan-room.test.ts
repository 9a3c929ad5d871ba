import { expect, test } from 'vitest'
import { openScanRoom } from './scan-room.ts'

test('a person has half of the memory and ten scans, and one scan always fits into free memory', () => {
  const room = openScanRoom(100)
  const first = room.take('1', 90)
  expect(() => room.take('1', 1)).toThrow(expect.objectContaining({ code: 'TOO_MANY_DOCUMENTS' }))
  expect(() => room.take('2', 11)).toThrow(expect.objectContaining({ code: 'SERVER_BUSY' }))
  room.take('2', 10)()
  first()
  // A second call releases nothing more.
  first()
  const small = Array.from({ length: 10 }, () => room.take('1', 1))
  expect(() => room.take('1', 1)).toThrow(expect.objectContaining({ code: 'TOO_MANY_DOCUMENTS' }))
  room.take('2', 90)()
  expect(() => room.take('2', 91)).toThrow(expect.objectContaining({ code: 'SERVER_BUSY' }))
  small.forEach((release) => release())
  room.take('3', 200)()
})
