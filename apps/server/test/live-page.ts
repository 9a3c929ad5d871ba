// A user's page that receives live events from the stream.
import { API_ROOT, type LiveMessage } from '@polylogue/contract'
import { createParser } from 'eventsource-parser'
import { onTestFinished } from 'vitest'
import type { TestUser } from './test-app.ts'

export interface LivePage {
  status: number
  type: string | null
  messages: LiveMessage[]
  /** Resolves when the stream has ended. */
  ended: Promise<void>
}

/** Opens the stream of `userId`, as `user`; closed when the test ends. */
export async function livePage(
  { url }: { url: string },
  user: TestUser,
  userId = user.id,
  missedMs?: number,
): Promise<LivePage> {
  const control = new AbortController()
  const response = await fetch(
    `${url}${API_ROOT}/notifications/${userId}/subscribe${missedMs === undefined ? '' : `?missedMs=${missedMs}`}`,
    {
      headers: { authorization: `Bearer ${user.token}`, 'x-requested-with': 'XMLHttpRequest' },
      signal: control.signal,
    },
  )
  const messages: LiveMessage[] = []
  const parser = createParser({ onEvent: ({ data }) => messages.push(JSON.parse(data) as LiveMessage) })
  const read = async () => {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) parser.feed(piece)
  }
  const ended = read().catch(() => undefined)
  onTestFinished(() => control.abort())
  return { status: response.status, type: response.headers.get('content-type'), messages, ended }
}
