// The load of an attack's own client: recorded during the attack, then repeated against a server that does nothing, so that
// what the client takes of the machine is not counted as the product's.
import { fork } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdirSync } from 'node:fs'
import type { ClientRequest } from 'node:http'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const LEAST_NICE = 19
/** Larger bodies are cut: a smaller baseline makes the target harder, not easier. */
const LARGEST_BODY = 65_536

/** A request: when it was sent in milliseconds since the start, and the size of its body. */
interface TimedRequest {
  readonly atMs: number
  readonly bytes: number
}

export interface Recording {
  readonly sent: readonly TimedRequest[]
  readonly ms: number
}

/** Gives a process the lowest priority, on Linux to all its threads. It may not raise it again. */
export function lowerPriority(pid = process.pid): void {
  if (process.platform !== 'linux') return setPriority(pid, LEAST_NICE)
  for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), LEAST_NICE)
}

/** Records every request that this process sends. Returns the function that ends the recording. */
export function recordRequests(): () => Recording {
  const sent: TimedRequest[] = []
  const began = performance.now()
  const note = (bytes: unknown) => sent.push({ atMs: performance.now() - began, bytes: Number(bytes ?? 0) })
  const onFetch = (message: unknown) =>
    note((message as { request: { contentLength: number | null } }).request.contentLength)
  const onHttp = (message: unknown) =>
    note((message as { request: ClientRequest }).request.getHeader('content-length'))
  subscribe('undici:request:create', onFetch)
  subscribe('http.client.request.created', onHttp)
  return () => {
    unsubscribe('undici:request:create', onFetch)
    unsubscribe('http.client.request.created', onHttp)
    return { sent, ms: performance.now() - began }
  }
}

export interface Elsewhere {
  /** Sends the recorded requests again, at the same times. */
  repeat(recording: Recording): Promise<void>
}

/** Starts a server in its own process that answers at once; before `lowerPriority`, because it would inherit it. */
export async function openElsewhere(): Promise<Elsewhere> {
  const server = fork(join(import.meta.dirname, 'null-server.ts'))
  process.once('exit', () => server.kill())
  const url = await new Promise<string>((resolve) => server.once('message', (text: string) => resolve(text)))
  return {
    async repeat({ sent, ms }) {
      const began = performance.now()
      const replies: Promise<unknown>[] = []
      for (const { atMs, bytes } of sent) {
        const wait = atMs - (performance.now() - began)
        if (wait > 1) await sleep(wait)
        replies.push(send(url, Math.min(bytes, LARGEST_BODY)))
      }
      await Promise.all([...replies, sleep(Math.max(0, ms - (performance.now() - began)))])
    },
  }
}

async function send(url: string, bytes: number): Promise<void> {
  const body = bytes > 0 ? { method: 'POST', body: 'A'.repeat(bytes) } : {}
  const reply = await fetch(url, body)
  await reply.arrayBuffer()
}
