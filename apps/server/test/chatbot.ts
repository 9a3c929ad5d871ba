// A chatbot and the visitors of its sites, for tests.
import { API_ROOT, contract, type ChatBot, type ChatbotDraft, type VisitorSession } from '@polylogue/contract'
import { createParser } from 'eventsource-parser'
import type { TestUser } from './test-app.ts'

export const SITE = 'https://www.example.org'

/** Makes a chatbot of a tab that answers on `SITE`. */
export async function chatbotOf(
  owner: TestUser,
  refProjectTabId: number,
  { rules = {}, ...body }: Omit<ChatbotDraft, 'rules'> & { rules?: Record<string, unknown> } = {},
): Promise<ChatBot> {
  const { data } = await owner.client.call(contract.chatbots.create, {
    body: {
      name: 'Shop',
      description: 'Answers customers',
      refProjectTabId,
      ...body,
      rules: { origins: [SITE], ...rules },
    },
  })
  return data.ChatBot
}

export interface VisitorRequest {
  readonly origin?: string | undefined
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

/** Makes a call of visitors as a page of `SITE`, or of another origin; undefined for none. */
export function visit(
  url: string,
  method: string,
  path: string,
  { token, body, signal, headers, ...sent }: VisitorRequest = {},
): Promise<Response> {
  const origin = 'origin' in sent ? sent.origin : SITE
  return fetch(`${url}${API_ROOT}/chatbots/${path}`, {
    method,
    headers: {
      ...(origin === undefined ? {} : { origin }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
}

/** Returns the data of a reply. @throws Error with the text of a refusal */
export async function dataOf<Data>(reply: Response): Promise<Data> {
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  const { messageContent } = (await reply.json()) as { messageContent: { data: Data } }
  return messageContent.data
}

/** Returns status and error code of a refusal. */
export async function refusalOf(reply: Response): Promise<[number, string | undefined]> {
  const { errorCode } = (await reply.json()) as { errorCode?: string }
  return [reply.status, errorCode]
}

export async function begin(
  url: string,
  identifier: string,
  sent: VisitorRequest = {},
): Promise<VisitorSession> {
  const reply = await visit(url, 'POST', `${identifier}/sessions`, { body: {}, ...sent })
  return (await dataOf<{ session: VisitorSession }>(reply)).session
}

export interface Event {
  readonly event: string | undefined
  readonly data: string
}

/** Reads the events of an answer until it ends, or until `enough`. */
export async function eventsOf(
  reply: Response,
  enough: (events: readonly Event[]) => boolean = () => false,
): Promise<Event[]> {
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  const events: Event[] = []
  const parser = createParser({ onEvent: ({ event, data }) => events.push({ event, data }) })
  const decoder = new TextDecoder()
  for await (const bytes of reply.body ?? []) {
    parser.feed(decoder.decode(bytes as Uint8Array, { stream: true }))
    if (enough(events)) break
  }
  return events
}

export const textOf = (events: readonly Event[]): string =>
  events
    .flatMap(({ data }) =>
      data.startsWith('{') ? ((JSON.parse(data) as { responseText?: string }).responseText ?? []) : [],
    )
    .join('')

/** Asks as a visitor, and returns the events. */
export const ask = async (
  url: string,
  identifier: string,
  { prompt, ...sent }: VisitorRequest & { prompt: string },
): Promise<Event[]> =>
  eventsOf(await visit(url, 'POST', `${identifier}/stream`, { ...sent, body: { prompt } }))
