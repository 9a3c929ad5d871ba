// A user in a tab with scripted models, for tests of answers.
import { API_ROOT, contract, type Message, type PromptPayload } from '@polylogue/contract'
import { createParser } from 'eventsource-parser'
import { join } from 'node:path'
import { createApp, type App } from '#app.ts'
import { configFileSchema } from '#config-file.ts'
import { systemClock } from '#platform/clock.ts'
import { openLog } from '#platform/log.ts'
import { shareMedia } from './another-server.ts'
import { model, startModelServer, type ModelServer, type ModelServerOptions } from './model-server/index.ts'
import { testApp, type TestApp, type TestAppOptions, type TestUser } from './test-app.ts'

export interface WireEvent {
  readonly id: string | undefined
  readonly event: string | undefined
  readonly data: string
}

export interface Talk extends AsyncDisposable {
  readonly app: TestApp
  readonly server: ModelServer
  readonly anna: TestUser
  readonly tabId: number
  readonly projectId: number
  /** The tag of a scripted model that `openTalk` declared. */
  tag(name: string): { id: number; modelId: number }
  /** Creates a tab for Anna, so that tests do not share a conversation. */
  newTab(): Promise<number>
}

type Script = Parameters<typeof model>[1]

/** The name of a scripted model, for the model server and the product. */
export const scripted = (settings: Script = {}, name = 'mock') => model(name, settings)

/** Starts an app with these models on an OpenAI-dialect server, and signs Anna in with an open tab. */
export async function openTalk(
  models: readonly string[],
  options: TestAppOptions & { dialect?: 'openai' | 'ollama'; server?: ModelServerOptions } = {},
): Promise<Talk> {
  const server = await startModelServer({ ...options.server, models: [...models, 'mock', 'script', 'echo'] })
  const engines = options.dialect === 'ollama' ? { ollamaUrl: server.url } : { openaiBaseUrl: server.url }
  const app = await testApp({ ...options, engines })
  const anna = await app.deps.user()
  const project = await app.deps.project(anna)
  const newTab = async () => (await app.deps.tab(anna, project)).id
  const { data } = await anna.client.call(contract.models.list)
  const tags = data.Models.flatMap((family) => family.tags)
  return {
    app,
    server,
    anna,
    projectId: project.id,
    tabId: await newTab(),
    newTab,
    tag(name) {
      const found = tags.find((tag) => tag.fullName === `${name}:latest`)
      if (!found)
        throw new Error(`${name} was not discovered; there are ${tags.map((tag) => tag.fullName).join(', ')}`)
      return { id: found.id, modelId: found.modelId }
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await server.close()
    },
  }
}

/** Opens a stream by plain fetch: from the first event, or reconnects after `lastEventId`. */
export async function openStream(
  through: { url: string } | { app: { url: string } },
  user: TestUser,
  at: { tagId: number; payload: PromptPayload } | { queryId: number; lastEventId?: number },
  signal?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${user.token}`,
    'x-requested-with': 'XMLHttpRequest',
  }
  const { url } = 'url' in through ? through : through.app
  const root = `${url}${API_ROOT}/prompts`
  if ('tagId' in at)
    return fetch(`${root}/${at.tagId}/stream`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(at.payload),
      ...(signal ? { signal } : {}),
    })
  if (at.lastEventId !== undefined) headers['last-event-id'] = String(at.lastEventId)
  return fetch(`${root}/streams/${at.queryId}`, { headers, ...(signal ? { signal } : {}) })
}

/** Reads the events of a stream to its end, or until `enough` returns true, and then closes the connection. */
export async function readStream(
  response: Response,
  enough: (events: readonly WireEvent[]) => boolean = () => false,
): Promise<WireEvent[]> {
  const events: WireEvent[] = []
  const parser = createParser({ onEvent: ({ id, event, data }) => events.push({ id, event, data }) })
  if (!response.body) throw new Error('no body')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return events
    parser.feed(value)
    if (enough(events)) {
      await reader.cancel()
      return events
    }
  }
}

interface Data {
  queryId?: number
  responseText?: string
  reasoningText?: string
  query?: Message
  errorCode?: string
  errorMessage?: string
}

export const dataOf = (event: WireEvent | undefined): Data =>
  event?.data.startsWith('{') ? (JSON.parse(event.data) as Data) : {}
export const textOf = (events: readonly WireEvent[]) =>
  events.map((event) => dataOf(event).responseText ?? '').join('')
export const queryIdOf = (events: readonly WireEvent[]) => dataOf(events[0]).queryId ?? 0
export const queryOf = (events: readonly WireEvent[]) =>
  events.map((event) => dataOf(event).query).findLast((query) => query)

/** Returns the text of this many tokens of the model `mock`. */
export const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index} `).join('')

/** Asks and returns the whole answer. */
export async function askAll(
  talk: Talk,
  name: string,
  payload: Partial<PromptPayload> = {},
): Promise<WireEvent[]> {
  const full = { projectTabId: talk.tabId, prompt: 'Count.', ...payload }
  return readStream(await openStream(talk, talk.anna, { tagId: talk.tag(name).id, payload: full }))
}

/** Opens the system again on the same database, as after a restart. */
export async function reopened(talk: Talk): Promise<{ app: App; url: string }> {
  const { db } = talk.app
  const dataDir = `${db.dataDir}/other`
  await shareMedia(db.dataDir, dataDir)
  const app = await createApp({
    config: {
      version: 'other',
      host: '127.0.0.1',
      port: 0,
      dataDir,
      databaseUrl: db.databaseUrl,
      admin: undefined,
      secret: undefined,
      engines: { ollamaUrl: undefined, openaiBaseUrl: talk.server.url, openaiApiKey: undefined },
      s3: undefined,
      file: configFileSchema.parse({}),
    },
    db: { ...db, close: () => Promise.resolve() },
    log: openLog('silent'),
    clock: systemClock,
    home: join(import.meta.dirname, '..'),
  })
  return { app, url: await app.listen() }
}
