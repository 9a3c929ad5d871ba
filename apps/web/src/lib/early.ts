// Sends the first requests before the page's code is loaded (decision 14). `fetchEarly` returns their responses to the
// normal calls.
//
// On slow 4G a second visit can be used after 1.5 and 2.1 s with it, and after 2.9 and 2.7 s without (`bench/page --only load`, in
// turns on a busy machine, November 2026). It goes when the server sends this data with the page.
import { addressOf, type RequestParts } from '@polylogue/client'
import type { Route } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { FIRST_MESSAGES } from './first-page.ts'
import { recall } from './preferences.ts'
import type { Session } from './session.ts'

/** Milliseconds after which an early response is stale, for example when the page returns from the back-forward cache. */
const FRESH_MS = 15_000

/** Of the document: these requests are sent before there is a page. */
let early: { token: string; at: number; replies: Map<string, Promise<Response>> } | undefined

/** Requests the user, the settings and the models; at a project's address also the project, its tabs and newest messages. */
export function askEarly(
  session: Session,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): void {
  if (session.expires < Date.now()) return
  const { access: token, userId } = session
  const replies = new Map<string, Promise<Response>>()
  early = { token, at: performance.now(), replies }
  const ask = (call: Route, request: RequestParts) => {
    const address = addressOf('', call, request)
    const headers = { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' }
    const reply = fetch(address, { headers, cache: 'no-store' }).then(readWhole)
    reply.catch(() => undefined)
    replies.set(address, reply)
    return reply
  }
  const project = /^\/projects\/(\d+)$/.exec(pathname)?.[1]
  if (project) askProject(ask, project, new URLSearchParams(search).get('tab'))
  void ask(contract.users.get, { params: { id: userId } })
  void ask(contract.settings.list, { params: { id: userId } })
  void ask(contract.models.list, {})
}

type Ask = (call: Route, request: RequestParts) => Promise<Response>

function askProject(ask: Ask, project: string, wanted: string | null): void {
  const askMessages = (tabId: unknown) =>
    void ask(contract.queries.list, { params: { id: tabId }, query: { limit: FIRST_MESSAGES } })
  const [lastProject, lastTab] = (recall('tab') ?? '').split(':')
  const tab = wanted ?? (lastProject === project ? lastTab : undefined)
  const isKnown = tab !== undefined && /^\d+$/.test(tab)
  if (isKnown) askMessages(tab)
  void ask(contract.projects.get, { params: { id: project } })
  const tabs = ask(contract.tabs.list, { params: { id: project } })
  if (isKnown) return
  tabs
    .then((reply) => reply.json() as Promise<TabsReply>)
    .then(({ messageContent }) => {
      const [first] = messageContent.data.Projecttabs
      if (first) askMessages(first.id)
    })
    .catch(() => undefined)
}

interface TabsReply {
  messageContent: { data: { Projecttabs: readonly { id: number }[] } }
}

/** Buffers a response so that it can be read more than once; browsers do not read a body until the code does. */
function readWhole(reply: Response): Response {
  const text = reply.text()
  text.catch(() => undefined)
  return Object.assign(reply, {
    text: () => text,
    json: async () => JSON.parse(await text) as unknown,
  })
}

/** Works like `fetch`, but returns the response of an early request if there is one; each is used once. */
export const fetchEarly: typeof fetch = async (input, init) => {
  const reply = takeEarly(input, init)
  // A failed early request is sent again.
  if (reply) return reply.catch(() => fetch(input, init))
  return fetch(input, init)
}

function takeEarly(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> | undefined {
  if (!early || typeof input !== 'string' || init?.method !== 'GET') return undefined
  const isMine = new Headers(init.headers).get('authorization') === `Bearer ${early.token}`
  if (!isMine || performance.now() - early.at > FRESH_MS) return undefined
  const reply = early.replies.get(input)
  early.replies.delete(input)
  return reply
}
