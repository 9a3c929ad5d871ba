// Many readers of one text at once, in a process of their own. Every second one leaves after the first bytes.
import { once } from 'node:events'
import http from 'node:http'

export interface TextReaders {
  readonly url: string
  readonly token: string
  readonly readers: number
}

export interface TextsRead {
  /** Bytes of those who read to the end, without those who were refused. */
  readonly whole: readonly number[]
  readonly left: number
  /** How often each status or error ended a reading. */
  readonly refused: Readonly<Record<string, number>>
}

process.on('message', ({ url, token, readers }: TextReaders) => void readAll(url, token, readers))

async function readAll(url: string, token: string, readers: number): Promise<void> {
  const read = (_: unknown, index: number) => readText(url, token, index % 2 === 1)
  const all = await Promise.allSettled(Array.from({ length: readers }, read))
  const refused: Record<string, number> = {}
  const whole: number[] = []
  for (const one of all)
    if (one.status === 'rejected') refused[String(one.reason)] = (refused[String(one.reason)] ?? 0) + 1
    else if (one.value !== undefined) whole.push(one.value)
  const left = all.filter((one) => one.status === 'fulfilled' && one.value === undefined).length
  process.send?.({ whole, left, refused } satisfies TextsRead)
}

/** Returns the bytes of the text; undefined for who leaves. */
async function readText(url: string, token: string, leaves: boolean): Promise<number | undefined> {
  const request = http.get(url, { agent: false, headers: { authorization: `Bearer ${token}` } })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`)
  let bytes = 0
  for await (const piece of answer) {
    bytes += (piece as Buffer).length
    if (leaves) return undefined
  }
  return bytes
}
