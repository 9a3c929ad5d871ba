// Parallel requests without streaming for some seconds, and the cost of client disconnects.
import http from 'node:http'
import { summary } from './figures.ts'
import type { Target } from './load.ts'

const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })

/** Repeats a request without streaming, `atOnce` in parallel. Throws when a response is not 200. */
export async function runRequests(
  target: Target,
  { atOnce, seconds }: { atOnce: number; seconds: number },
): Promise<{ perSecond: number; count: number; ms: ReturnType<typeof summary> }> {
  const body = JSON.stringify({ ...(target.body(0) as object), stream: false })
  const took: number[] = []
  const end = performance.now() + seconds * 1_000
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        const since = performance.now()
        await ask(target, body)
        took.push(performance.now() - since)
      }
    }),
  )
  const perSecond = Math.round((took.length / (performance.now() - began)) * 1_000)
  return { perSecond, count: took.length, ms: summary(took) }
}

function ask(target: Target, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = begin(target, body)
    request.on('response', (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`HTTP ${response.statusCode}`)),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

function begin(target: Target, body: string): http.ClientRequest {
  return http.request(target.url, {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...target.headers,
    },
  })
}

/**
 * Disconnects from `rounds` streams, one after the other, after the first chunk. Returns the milliseconds until the model
 * server increases `abandoned`; those that took longer than `mostMs` are left out.
 */
export async function runLeaving(
  target: Target,
  { rounds, mostMs }: { rounds: number; mostMs: number },
  abandoned: () => Promise<number>,
): Promise<{ ms: ReturnType<typeof summary>; went: number }> {
  const took: number[] = []
  let went = 0
  for (let round = 0; round < rounds; round++) {
    const before = await abandoned()
    await openAndLeave(target)
    const since = performance.now()
    while ((await abandoned()) === before && performance.now() - since < mostMs)
      await new Promise((resolve) => setTimeout(resolve, 1))
    const ms = performance.now() - since
    if (ms < mostMs) took.push(ms)
    else went++
  }
  return { ms: summary(took), went }
}

function openAndLeave(target: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = begin(target, JSON.stringify(target.body(0)))
    request.on('response', (response) => {
      response.on('error', () => undefined)
      response.once('data', () => {
        request.destroy()
        resolve()
      })
    })
    request.on('error', reject)
    request.end(JSON.stringify(target.body(0)))
  })
}
