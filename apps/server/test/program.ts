// A program with an API token at /v1, for tests of that API.
import { contract } from '@polylogue/contract'
import { createParser } from 'eventsource-parser'
import type { Talk } from './talk.ts'
import type { TestUser } from './test-app.ts'

/** A reply: status, headers and parsed body. */
export interface Answered<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

export interface V1Error {
  error: { message: string; type: string; param: string | null; code: string | null }
}

interface ToolCall {
  index?: number
  id?: string
  type?: string
  function: { name?: string; arguments: string }
}

export interface Completion {
  id: string
  object: string
  created: number
  model: string
  choices: {
    index: number
    finish_reason: string | null
    logprobs?: null
    message: { role: string; content: string | null; reasoning_content?: string; tool_calls?: ToolCall[] }
  }[]
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
}

export interface Chunk {
  id: string
  object: string
  created: number
  model: string
  choices: {
    index: number
    finish_reason: string | null
    delta: { role?: string; content?: string; reasoning_content?: string; tool_calls?: ToolCall[] }
  }[]
  usage?: Completion['usage'] | null
}

/** An event of a streamed response; `named` is its SSE event name. */
export interface ResponseEvent {
  named: string | undefined
  type: string
  sequence_number: number
  output_index?: number
  item_id?: string
  delta?: string
  message?: string
  item?: { id: string }
  response?: { id: string }
}

export interface Program {
  readonly token: string
  get<Body>(path: string): Promise<Answered<Body>>
  post<Body>(path: string, body: unknown, signal?: AbortSignal): Promise<Answered<Body>>
  complete(body: object): Promise<Answered<Completion>>
  /** Does not read the body. */
  open(body: object, signal?: AbortSignal): Promise<Response>
  /** Returns the data of all events. */
  stream(body: object): Promise<string[]>
  /** Returns all events of a streamed response. */
  respond(body: object): Promise<ResponseEvent[]>
}

/** Creates a program that acts for a user, with one of their tokens. */
export async function programOf({ app }: Pick<Talk, 'app'>, user: TestUser): Promise<Program> {
  const { data } = await user.client.call(contract.apitokens.saveOfUser, {
    params: { userId: user.id },
    body: { name: 'A program' },
  })
  return programWith(app.url, data.value ?? '')
}

export function programWith(url: string, token: string): Program {
  const ask = (path: string, init: RequestInit) =>
    fetch(`${url}/v1/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  const answered = async <Body>(reply: Response): Promise<Answered<Body>> => ({
    status: reply.status,
    headers: reply.headers,
    body: (await reply.json()) as Body,
  })
  const post = (path: string, body: unknown, signal?: AbortSignal) =>
    ask(path, { method: 'POST', body: JSON.stringify(body), ...(signal ? { signal } : {}) })
  const open = (body: object, signal?: AbortSignal) =>
    post('chat/completions', { messages: HI, ...body }, signal)
  return {
    token,
    get: async (path) => answered(await ask(path, {})),
    post: async (path, body, signal) => answered(await post(path, body, signal)),
    complete: async (body) => answered(await open(body)),
    open,
    async stream(body) {
      const events: string[] = []
      const parser = createParser({ onEvent: ({ data }) => events.push(data) })
      parser.feed(await (await open({ ...body, stream: true })).text())
      return events
    },
    async respond(body) {
      const events: ResponseEvent[] = []
      const onEvent = ({ event, data }: { event?: string | undefined; data: string }) =>
        events.push({ ...(JSON.parse(data) as ResponseEvent), named: event })
      const parser = createParser({ onEvent })
      const reply = await post('responses', { input: 'Hello', ...body, stream: true })
      parser.feed(await reply.text())
      return events
    },
  }
}

const HI = [{ role: 'user', content: 'Hello' }]

/** Returns the chunks of a stream, without its end marker. */
export const chunksOf = (events: readonly string[]): Chunk[] =>
  events.filter((data) => data !== '[DONE]').map((data) => JSON.parse(data) as Chunk)
