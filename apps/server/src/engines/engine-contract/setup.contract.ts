// Shared helpers of the contract: asking an engine and inspecting its answer.
import { setTimeout as delay } from 'node:timers/promises'
import type { ModelServer } from '#test/model-server/index.ts'
import { openLog } from '#platform/log.ts'
import { openOutbound, type Outbound } from '#platform/outbound/index.ts'
import type { ChatEvent, ChatRequest, Engine } from '../engine.ts'

export interface ContractSubject {
  readonly name: string
  /** Path of a chat call, as counted by the server. */
  readonly chatPath: string
  create(baseUrl: string, outbound: Outbound, more?: { apiKey?: string }): Engine
  /** Complete bodies that are invalid in this dialect, by the kind of fault. */
  readonly malformed: Readonly<Record<string, string>>
}

export interface ContractSetup {
  readonly subject: ContractSubject
  server(): ModelServer
  engine(): Engine
}

export interface Outcome {
  readonly events: ChatEvent[]
  readonly text: string
  readonly thinking: string
  readonly error: unknown
}

/** Reads an answer to its end or failure. */
export async function outcomeOf(answer: AsyncIterable<ChatEvent>): Promise<Outcome> {
  const events: ChatEvent[] = []
  let error: unknown
  try {
    for await (const event of answer) events.push(event)
  } catch (caught) {
    error = caught
  }
  const joined = (type: 'text' | 'thinking'): string =>
    events.flatMap((event) => (event.type === type ? event.text : [])).join('')
  return { events, text: joined('text'), thinking: joined('thinking'), error }
}

export function ask(modelName: string, more: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: modelName,
    messages: [{ role: 'user', text: 'Hello' }],
    options: {},
    language: 'en',
    signal: new AbortController().signal,
    firstTokenTimeoutMs: 5_000,
    idleTimeoutMs: 5_000,
    ...more,
  }
}

export function numbers(count: number): string {
  return Array.from({ length: count }, (_, i) => `${i} `).join('')
}

export const testOutbound = (): Outbound => openOutbound({ log: openLog('silent') })

/** Polls until a condition is true. */
export async function until(condition: () => boolean, ms = 3_000): Promise<void> {
  const end = performance.now() + ms
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Waited ${ms} ms in vain`)
    await delay(5)
  }
}
