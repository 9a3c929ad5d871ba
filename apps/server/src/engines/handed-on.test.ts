import { describe, expect, test, vi } from 'vitest'
import { handedOn } from './handed-on.ts'

async function* numbers(to: number, log: string[] = []) {
  try {
    for (let i = 1; i <= to; i++) yield i
  } finally {
    log.push('inner closed')
  }
}

async function* broken() {
  yield 1
  throw new Error('it broke')
}

async function read<T>(from: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of from) all.push(one)
  return all
}

describe('handedOn', () => {
  test('yields all values and reports the end once, before the reader sees it', async () => {
    const ended = vi.fn()
    const from = handedOn(() => numbers(3), ended)
    const all: number[] = []
    for await (const one of from) {
      expect(ended).not.toHaveBeenCalled()
      all.push(one)
    }
    expect(all).toEqual([1, 2, 3])
    expect(ended.mock.calls).toEqual([[undefined]])
    expect(await from.next()).toEqual({ value: undefined, done: true })
    await from.return?.()
    expect(ended).toHaveBeenCalledTimes(1)
  })

  test('throws the error of the source and reports it', async () => {
    const ended = vi.fn()
    const from = handedOn(broken, ended)
    expect(await from.next()).toEqual({ value: 1, done: false })
    const failed = from.next().catch((error: unknown) => {
      expect(ended).toHaveBeenCalledTimes(1)
      return error
    })
    expect(await failed).toEqual(new Error('it broke'))
    expect(ended.mock.calls).toEqual([[new Error('it broke')]])
    expect(await from.next()).toEqual({ value: undefined, done: true })
  })

  test('closes the source when the reader leaves, then reports the end', async () => {
    const log: string[] = []
    for await (const one of handedOn(
      () => numbers(9, log),
      () => log.push('told'),
    ))
      if (one === 2) break
    expect(log).toEqual(['inner closed', 'told'])
  })

  test('opens the source on the first read only, and throws and reports its error', async () => {
    const [open, ended] = [vi.fn((): AsyncIterable<number> => numbers(1)), vi.fn()]
    await handedOn(open, ended).return?.()
    expect(open).not.toHaveBeenCalled()
    expect(ended).not.toHaveBeenCalled()

    open.mockImplementation(() => {
      throw new Error('there is none')
    })
    await expect(read(handedOn(open, ended))).rejects.toThrow('there is none')
    expect(ended.mock.calls).toEqual([[new Error('there is none')]])
  })
})
