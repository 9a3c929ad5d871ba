// Only the HTTP layer on a free port, with fake routes and sessions: for tests of http/ itself.
import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { contract, PERMISSIONS, type Calls } from '@polylogue/contract'
import { createClient, type Client } from '@polylogue/client'
import type { Person, Visitor } from '#access/viewer.ts'
import type { Handler, Routes } from '#http/routes.ts'
import { createHttp, type HttpDeps } from '#http/server.ts'
import type { SessionSource, ViewerSource } from '#http/viewers.ts'
import { systemClock } from '#platform/clock.ts'
import { openLog } from '#platform/log.ts'
import { Problem } from '#problem.ts'

export interface HttpServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** The log's lines so far. */
  readonly lines: () => Record<string, unknown>[]
  readonly client: Client
  /** Ends a session as a sign-out does. */
  endSession(sessionId: string): void
  close(): Promise<void>
}

export const TOKEN = 'a-good-token'

/** Returns the user of a session: `TOKEN` belongs to one with all permissions, `guest-token` to one with none. */
export function viewer(permissions: readonly (typeof PERMISSIONS)[number][] = PERMISSIONS): Person {
  return {
    kind: 'person',
    userId: permissions.length ? 1 : 2,
    contextId: 10,
    tenantContextId: null,
    roleId: 1,
    permissions: new Set(permissions),
    sessionId: 'session-1',
  }
}

function sessionsWith(ends: Map<string, Set<() => void>>): SessionSource {
  return {
    kind: 'person',
    needsHeader: true,
    viewerOf(token) {
      if (token === TOKEN) return Promise.resolve(viewer())
      if (token === 'guest-token') return Promise.resolve(viewer([]))
      return Promise.reject(new Problem(token === 'old-token' ? 'TOKEN_EXPIRED' : 'TOKEN_INVALID'))
    },
    canRenew: (token) => Promise.resolve(token === 'good-refresh'),
    isKnownSource: () => Promise.resolve(true),
    whenEnded({ sessionId }, ended) {
      const ending = ends.get(sessionId) ?? new Set()
      ends.set(sessionId, ending.add(ended))
      return () => void ending.delete(ended)
    },
  }
}

const visitors: ViewerSource<Visitor> = {
  kind: 'visitor',
  recognizes: (bearer) => bearer === 'visitor-token',
  needsHeader: false,
  viewerOf: () => Promise.resolve({ kind: 'visitor', chatbotId: 1, sessionId: 'visit' }),
  whenEnded: () => () => undefined,
}

/** Returns every call of the contract, answered by `handler` unless overridden. */
export function everyCall(
  handler: Handler<never>,
  others: Record<string, Record<string, unknown>> = {},
): Routes[] {
  return Object.entries(contract).map(([noun, calls]: [string, Calls]) => ({
    calls,
    handlers: Object.fromEntries(
      Object.keys(calls).map((name) => [name, (others[noun]?.[name] ?? handler) as Handler<never>]),
    ) as unknown as Routes['handlers'],
  }))
}

/** Creates a web build and static files of a data directory. */
export function webFiles(): { webRoot: string; staticRoots: string[]; root: string } {
  const root = mkdtempSync(join(tmpdir(), 'polylogue-http-'))
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write(
    'web/index.html',
    '<!doctype html><html data-build="__BUILD__"><script nonce="__NONCE__" src="/assets/app-1a2b.js"></script>',
  )
  write('web/share.html', '<!doctype html><title>The shared page</title><script nonce="__NONCE__"></script>')
  write('web/assets/app-1a2b.js', 'console.log("plain")')
  write('web/assets/app-1a2b.js.br', 'brotli')
  write('web/assets/app-1a2b.js.map', '{}')
  write('web/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('web/.hidden', 'hidden')
  write('product/data/keyboard-shortcuts/en.json', '["product"]')
  write('product/customer-branding/x/branding.json', '"product"')
  write('data/customer-branding/x/branding.json', '"data"')
  write('secret.txt', 'secret')
  return { webRoot: join(root, 'web'), staticRoots: [join(root, 'data'), join(root, 'product')], root }
}

export async function httpServer(
  routes: readonly Routes[],
  deps: Partial<HttpDeps> & { limits?: Partial<HttpDeps['config']['limits']> } = {},
): Promise<HttpServer> {
  const ends = new Map<string, Set<() => void>>()
  const written: string[] = []
  const http = await createHttp({
    routes,
    sessions: sessionsWith(ends),
    viewers: [visitors],
    licence: { expired: () => false },
    log: openLog('debug', new Writable({ write: (line, _, done) => (written.push(String(line)), done()) })),
    clock: systemClock,
    webRoot: '/nonexistent',
    staticRoots: [],
    bodies: { folder: mkdtempSync(join(tmpdir(), 'polylogue-spool-')), guardWrite: () => undefined },
    publicConfig: () => ({ appName: 'Test' }),
    partial: true,
    checkReplies: true,
    ...deps,
    config: {
      host: '127.0.0.1',
      port: 0,
      trustedProxies: [],
      https: true,
      metrics: false,
      ...deps.config,
      limits: { bodyBytes: 1_000_000, uploadBytes: 3_000_000, requestsPerMinute: 1_000_000, ...deps.limits },
    },
  })
  const { port, url } = await http.listen()
  return {
    url,
    port,
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
    client: createClient({ baseUrl: url, token: () => TOKEN }),
    endSession: (sessionId) => ends.get(sessionId)?.forEach((ended) => ended()),
    close: () => http.close(),
    [Symbol.asyncDispose]: () => http.close(),
  }
}
