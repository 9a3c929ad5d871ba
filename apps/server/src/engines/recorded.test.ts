// Answers in the formats of real servers, read by the engines: whole, byte by byte, and cut at every byte.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANTHROPIC_STREAMS, OLLAMA_STREAMS, OPENAI_STREAMS } from '#test/recorded-streams/index.ts'
import type { Recorded } from '#test/recorded-streams/recorded.ts'
import { createAnthropic } from './anthropic/anthropic.ts'
import { MessageReader } from './anthropic/reader.ts'
import { ask, testOutbound } from './engine.contract.ts'
import { EngineError, type ChatEvent, type Engine } from './engine.ts'
import { createOllama } from './ollama/ollama.ts'
import { ChatLineReader } from './ollama/reader.ts'
import { createOpenAiCompatible } from './openai-compatible/openai-compatible.ts'
import { CompletionReader } from './openai-compatible/reader.ts'
import type { AnswerReader } from './wire/answer.ts'
import { BodyText } from './wire/body-text.ts'

interface Read {
  text: string
  thinking: string
  calls: [name: string, text: string, signature?: string][]
  notices: string[]
  end: ChatEvent | undefined
  fails: string | undefined
  says: string | undefined
}

async function read(answer: AsyncIterable<ChatEvent> | Iterable<ChatEvent>): Promise<Read> {
  const found: Read = {
    text: '',
    thinking: '',
    calls: [],
    notices: [],
    end: undefined,
    fails: undefined,
    says: undefined,
  }
  try {
    for await (const event of answer) {
      if (event.type === 'text') found.text += event.text
      if (event.type === 'thinking') found.thinking += event.text
      if (event.type === 'tool-call') addCall(found.calls, event)
      if (event.type === 'notice') found.notices.push(event.code)
      if (event.type === 'end') found.end = event
      if (event.type !== 'reasoned') continue
      found.thinking += found.text
      found.text = ''
    }
  } catch (error) {
    const { code, reason } = error as { code: string; reason: string | undefined }
    found.fails = code
    found.says = reason
  }
  return found
}

function addCall(calls: Read['calls'], piece: Extract<ChatEvent, { type: 'tool-call' }>): void {
  const known = calls[piece.index]
  const signature = piece.signature ?? known?.[2]
  const signed: [] | [string] = signature === undefined ? [] : [signature]
  calls[piece.index] = [piece.name ?? known?.[0] ?? '', `${known?.[1] ?? ''}${piece.arguments}`, ...signed]
}

function expected({ text = '', thinking = '', notices = [], fails, says, ...more }: Recorded): Read {
  const { calls = [], usage = { promptTokens: null, responseTokens: null }, reason = 'stop' } = more
  return {
    text,
    thinking,
    calls: calls.map((one) => [...one]),
    notices: [...notices],
    end: fails ? undefined : { type: 'end', reason, usage },
    fails,
    says,
  }
}

/** White space at the ends of reasoning depends on what was sent already when its end is found. */
const trimmed = (found: Read): Read => ({ ...found, thinking: found.thinking.trim() })

function* cutAt(reader: AnswerReader, bytes: Buffer, at: number): Generator<ChatEvent> {
  const body = new BodyText()
  const out: ChatEvent[] = []
  for (const part of [bytes.subarray(0, at), bytes.subarray(at)]) {
    try {
      reader.feed(body.of(part), out)
    } finally {
      yield* out.splice(0)
    }
  }
  try {
    reader.finish(out)
  } finally {
    yield* out
  }
  if (reader.state === 'open') throw new EngineError('broken-stream', 'ended without its final event')
  yield reader.end()
}

const dialects = [
  {
    name: 'openai-compatible',
    streams: OPENAI_STREAMS,
    create: (baseUrl: string): Engine =>
      createOpenAiCompatible(
        { baseUrl, retry: { attempts: 0, maxWaitMs: 0, defaultWaitMs: 0 } },
        testOutbound(),
      ),
    reader: (): AnswerReader => new CompletionReader(),
    type: 'text/event-stream; charset=utf-8',
  },
  {
    name: 'ollama',
    streams: OLLAMA_STREAMS,
    create: (baseUrl: string): Engine => createOllama({ baseUrl }, testOutbound()),
    reader: (): AnswerReader => new ChatLineReader(),
    type: 'application/x-ndjson',
  },
  {
    name: 'anthropic',
    streams: ANTHROPIC_STREAMS,
    create: (baseUrl: string): Engine => createAnthropic({ baseUrl }, testOutbound()),
    reader: (): AnswerReader => new MessageReader(),
    type: 'text/event-stream; charset=utf-8',
  },
]

describe.each(dialects)('recorded answers for $name', ({ streams, create, reader, type }) => {
  let engine: Engine
  let recorded: Recorded | undefined
  let isBytes = false
  const server = createServer((req, res) => {
    if (req.method !== 'POST') return void res.writeHead(404).end('{}')
    res.writeHead(200, { 'content-type': recorded?.type ?? type })
    const body = Buffer.from(recorded?.body ?? '')
    if (isBytes) for (const byte of body) res.write(Buffer.of(byte))
    else res.write(body)
    res.end()
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    engine = create(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  afterAll(async () => {
    await engine.close()
    server.closeAllConnections()
    server.close()
  })

  test.each(streams)('$server', async (one) => {
    recorded = one
    for (isBytes of [false, true]) expect(trimmed(await read(engine.chat(ask('m'))))).toEqual(expected(one))
    const bytes = Buffer.from(one.body)
    const wrong: unknown[] = []
    for (let at = 0; at <= bytes.length; at++) {
      const found = trimmed(await read(cutAt(reader(), bytes, at)))
      if (JSON.stringify(found) !== JSON.stringify(expected(one))) wrong.push({ at, found })
    }
    expect(wrong).toEqual([])
  })

  test.each(streams.filter(({ fails }) => fails === undefined))('$server, cut off', async (one) => {
    const bytes = Buffer.from(one.body)
    const wrong: unknown[] = []
    for (let at = 0; at < bytes.length; at++) {
      const found = trimmed(await read(cutAt(reader(), bytes.subarray(0, at), at)))
      // An answer without its end is never shown as a whole one.
      const isWhole = found.text === (one.text ?? '') && found.calls.length === (one.calls?.length ?? 0)
      if (found.fails === undefined ? !isWhole : found.fails !== 'broken-stream') wrong.push({ at, found })
    }
    expect(wrong).toEqual([])
  })
})
