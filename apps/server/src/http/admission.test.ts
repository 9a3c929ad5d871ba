// Whom a call admits (decision 123, ACCESS-15): every kind of viewer at calls for each kind, with calls that only this test has.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { call } from '@polylogue/contract'
import { everyCall, httpServer, TOKEN, viewer } from '#test/http-server.ts'
import { viewerKey, type LinkHolder, type Viewer, type Visitor } from '#access/viewer.ts'
import { Problem } from '#problem.ts'
import { routes } from './routes.ts'
import type { ViewerSource } from './viewers.ts'

const data = z.object({ kind: z.string() })
const params = z.object({ hash: z.string() })
const hashed = z.object({ kind: z.string(), hash: z.string() })
const calls = {
  people: call({ method: 'GET', path: 'seen' }, { summary: 'For people', data }),
  links: call({ method: 'GET', path: 'seen/links', admits: ['link'] }, { summary: 'For holders', data }),
  opened: call(
    { method: 'GET', path: 'seen/open/{hash}', admits: ['link', 'signed-in'] },
    { summary: 'For holders and people', params, data: hashed },
  ),
  visitors: call(
    { method: 'POST', path: 'seen/visitors', admits: ['visitor'] },
    { summary: 'For visitors', data },
  ),
  permitted: call(
    { method: 'GET', path: 'seen/permitted', admits: ['signed-in', 'visitor'] },
    { summary: 'For people with a permission and visitors', permission: 'can_use_chat', data },
  ),
}
const told = ({ kind }: Viewer) => ({ kind })
const seen = routes(calls, {
  people: told,
  links: told,
  opened: ({ kind }, input) => ({ kind, hash: input.params.hash }),
  visitors: told,
  permitted: told,
})

const LINK = 'link-known'
const VISITOR = 'visitor-known'
let looked: string[] = []
beforeEach(() => void (looked = []))

/** Recognizes bearers by the beginning of their kind. */
function sourceOf<Known extends LinkHolder | Visitor>(
  kind: Known['kind'],
  known: Known,
): ViewerSource<Known> {
  return {
    kind,
    recognizes: (bearer) => bearer.startsWith(kind),
    needsHeader: kind === 'link',
    viewerOf(token) {
      looked.push(token)
      return token === `${kind}-known` ? Promise.resolve(known) : Promise.reject(new Problem('TOKEN_EXPIRED'))
    },
    whenEnded: () => () => undefined,
  }
}
const link: LinkHolder = { kind: 'link', linkId: 1, source: '10.0.0.1', itemContextId: 7 }
const visitor: Visitor = { kind: 'visitor', chatbotId: 1, sessionId: 'visit' }
const viewers = [sourceOf('link', link), sourceOf('visitor', visitor)]

const server = await httpServer(
  everyCall(() => undefined as never),
  { furtherRoutes: [seen], viewers, limits: { requestsPerMinute: 60 } },
)
afterAll(() => server.close())

async function ask(
  path: string,
  token?: string,
  init: { method?: string; headers?: Record<string, string> } = {},
): Promise<[number, unknown]> {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const reply = await fetch(`${server.url}/api/v1/${path}`, {
    ...init,
    headers: { ...headers, ...init.headers },
  })
  const { errorCode, messageContent } = (await reply.json()) as {
    errorCode?: string
    messageContent: { data: unknown }
  }
  return [reply.status, errorCode ?? messageContent.data]
}
const visit = (token?: string, headers = {}) => ask('seen/visitors', token, { method: 'POST', headers })
const REFUSED = [401, 'TOKEN_INVALID']

describe('a call', () => {
  test('admits people by default, and viewers without an account only where it says so', async () => {
    expect(await ask('seen', TOKEN)).toEqual([200, { kind: 'person' }])
    expect(await ask('seen/links', LINK)).toEqual([200, { kind: 'link' }])
    expect(await visit(VISITOR)).toEqual([200, { kind: 'visitor' }])
  })

  test('refuses others as if they had no token, and does not look theirs up', async () => {
    for (const token of [LINK, VISITOR]) expect(await ask('seen', token)).toEqual(REFUSED)
    expect(await ask('seen/links', VISITOR)).toEqual(REFUSED)
    expect(await ask('seen/links', TOKEN)).toEqual(REFUSED)
    expect(await visit(LINK, { 'x-requested-with': 'XMLHttpRequest' })).toEqual(REFUSED)
    expect(await ask('seen/links')).toEqual(REFUSED)
    expect(looked).toEqual([])
    expect(await ask('seen/links', 'link-ended')).toEqual([401, 'TOKEN_EXPIRED'])
  })

  test('takes the key of a link also from its path, but no other token; a sign-in comes first', async () => {
    expect(await ask(`seen/open/${LINK}`)).toEqual([200, { kind: 'link', hash: LINK }])
    expect(await ask(`seen/open/${LINK}`, TOKEN)).toEqual([200, { kind: 'person', hash: LINK }])
    looked = []
    expect(await ask(`seen/open/${TOKEN}`)).toEqual([401, 'TOKEN_EXPIRED'])
    expect(looked).toEqual([TOKEN])
    expect(await ask(`seen/open/${LINK}`, VISITOR)).toEqual(REFUSED)
  })

  test('asks for X-Requested-With where the source of the viewer says so', async () => {
    expect(await visit(VISITOR)).toEqual([200, { kind: 'visitor' }])
    expect(await visit(LINK)).toEqual([400, 'MISSING_REQUESTED_WITH'])
    expect(await visit(TOKEN)).toEqual([400, 'MISSING_REQUESTED_WITH'])
    expect(await visit()).toEqual([400, 'MISSING_REQUESTED_WITH'])
  })

  test('asks people for its permission, not viewers who can have none', async () => {
    expect(await ask('seen/permitted', 'guest-token')).toEqual([403, 'PERMISSION_DENIED'])
    expect(await ask('seen/permitted', VISITOR)).toEqual([200, { kind: 'visitor' }])
  })

  test('counts each viewer apart', async () => {
    const flood = await Promise.all(Array.from({ length: 80 }, () => ask('seen/links', LINK)))
    expect(flood.some(([status]) => status === 429)).toBe(true)
    expect(await visit(VISITOR)).toEqual([200, { kind: 'visitor' }])
    expect(await ask('seen', TOKEN)).toEqual([200, { kind: 'person' }])
  })
})

test('a call outside of the contract is mounted only as a further one', async () => {
  await expect(httpServer([routes({ people: calls.people }, { people: told })])).rejects.toThrow(
    'GET seen is not in the contract',
  )
})

test('a person and their programs have one key, a link one for each place, a visitor one for each session', () => {
  const person = viewer()
  const keys = [
    person,
    { ...person, kind: 'token' as const, tokenId: 9, sessionId: 'other' },
    link,
    { ...link, source: '10.0.0.2' },
    { ...link, linkId: 2 },
    visitor,
    { ...visitor, sessionId: '1' },
  ].map((one) => viewerKey(one))
  expect(keys[0]).toBe(keys[1])
  expect(new Set(keys).size).toBe(keys.length - 1)
})
