// Serves the web app and static files. Everything that is not the API, a file or a page is a 404.
import { readdirSync, existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { normalize } from 'node:path/posix'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#problem.ts'
import { JSON_TYPE } from './envelope.ts'
import { buildOf, DIAGRAM_HEADERS, INERT_POLICY, page } from './headers.ts'
import { mountPluginFiles, type PluginFiles } from './plugin-files.ts'
import { mountWidget, type WidgetDeps } from './widget.ts'

export interface StaticDeps extends WidgetDeps {
  /** The built web app: `index.html`, `share.html`, `assets/` with hashed names, and other build output. */
  readonly webRoot: string
  /** The folders of `/static/…` by precedence: the data directory's, then the product's. */
  readonly staticRoots: readonly string[]
  /** A folder of `/static/` whose files are checked before they are sent. */
  readonly checkedFolder?: CheckedFolder
  /** The plugins that the installation ships. */
  readonly pluginFiles?: PluginFiles
  /** The part of the configuration for browsers (CONFIG-3). */
  readonly publicConfig: () => { readonly appName?: unknown }
}

export interface CheckedFolder {
  readonly name: string
  /** Returns undefined for a file that is sent, null for none, and else the sentence with which it is refused. */
  readonly refusalOf: (path: string) => Promise<string | null | undefined>
}

const MANIFEST = 'manifest.webmanifest'
const REVALIDATE = 'no-cache'
const FOR_EVER = 'public, max-age=31536000, immutable'

const SENDING = { dotfiles: 'ignore', cacheControl: false, preCompressed: true } as const

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Polylogue</title>
<p>The server runs, but the web app is not built. Run “npm run build” and load this page again.</p></html>`

/** Mounts the web app, its files, `/static/…` and the public configuration; unknown URLs show the app. */
export async function mountStatic(app: FastifyInstance, deps: StaticDeps): Promise<void> {
  const index = pageReader(join(deps.webRoot, 'index.html'))
  // A cached page reads `build` to detect that it is outdated (decision 34).
  app.get('/static/data/config.json', async (_, reply) => {
    reply.headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-store' })
    return JSON.stringify({ ...deps.publicConfig(), build: (await index())?.build })
  })
  await app.register(fastifyStatic, { serve: false, ...SENDING })
  // A folder that is created later is served without a restart.
  const { staticRoots, checkedFolder } = deps
  if (staticRoots.length > 0 && checkedFolder) await mountChecked(app, checkedFolder, staticRoots)
  if (deps.pluginFiles) await mountPluginFiles(app, deps.pluginFiles)
  if (staticRoots.length > 0) await app.register(fastifyStatic, folder('/static/', [...staticRoots]))
  await mountWeb(app, deps)
  mountSharedPage(app, pageReader(join(deps.webRoot, SHARED_PAGE)))
  mountWidget(app, deps)
  app.setNotFoundHandler((request, reply) => notFound(request, reply, index))
}

const SHARED_PAGE = 'share.html'

/** The page of a share link is one of its own (decision 154). Its address has the key: no search engine may keep it (SHARE-9). */
function mountSharedPage(app: FastifyInstance, read: () => Promise<BuiltPage | undefined>): void {
  for (const path of ['/share/chats/:hash', '/share/chats/:hash/'])
    app.get(path, { exposeHeadRoute: true }, async (_, reply) => {
      const built = await read()
      return send(reply.header('x-robots-tag', 'noindex'), built)
    })
}

function send(reply: FastifyReply, built: BuiltPage | undefined): FastifyReply {
  const { text, headers } = page(built?.html ?? NOT_BUILT, { build: built?.build })
  return reply
    .status(built ? 200 : 503)
    .headers(headers)
    .send(text)
}

function folder(prefix: string, root: string | string[]): FastifyStaticOptions {
  return {
    prefix,
    root,
    decorateReply: false,
    ...SENDING,
    suppressWarning: true,
    // `/static/./plugins/…` would send the files of plugins unchecked.
    allowedPath: (path) => !path.endsWith('.map') && !normalize(`/${path}`).startsWith('/plugins/'),
    setHeaders: (reply, path) => setHeaders(reply, path, REVALIDATE),
  }
}

/** Mounts a folder whose files are checked. Compressed siblings are not sent: they would be unchecked. */
async function mountChecked(app: FastifyInstance, checked: CheckedFolder, roots: readonly string[]) {
  const prefix = `/static/${checked.name}/`
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const { '*': path = '' } = request.params as { '*'?: string }
      const refusal = await checked.refusalOf(path)
      if (refusal === null) return reply.callNotFound()
      if (refusal === undefined) return undefined
      reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      return reply.status(403).send(refusal)
    })
    const inner = roots.map((root) => join(root, checked.name))
    await scope.register(fastifyStatic, { ...folder(prefix, inner), preCompressed: false })
  })
}

/** Custom images and texts, also compressed ones, are displayed without running scripts, whatever they contain. */
const MARKUP = /\.(?:svgz?|[sx]?html?|xht|xml|xslt?|mathml|mml)(?:\.(?:br|gz|zst))?$/i

function setHeaders(reply: FastifyReply, path: string, cacheControl: string): void {
  reply.header('cache-control', cacheControl)
  reply.header('vary', 'accept-encoding')
  if (MARKUP.test(path)) reply.header('content-security-policy', `${INERT_POLICY}; style-src 'unsafe-inline'`)
}

function setDiagramHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(DIAGRAM_HEADERS)) reply.header(name, value)
  reply.header('cache-control', REVALIDATE)
  reply.header('vary', 'accept-encoding')
}

function mountFile(app: FastifyInstance, url: string, file: string): void {
  app.get(url, { exposeHeadRoute: true }, (_, reply) => {
    setHeaders(reply, file, REVALIDATE)
    return reply.sendFile(basename(file), dirname(file))
  })
}

/** Mounts the files of a folder by name. A wildcard would list the folder, with its thousand files, for each request. */
function mountAssets(app: FastifyInstance, prefix: string, root: string): void {
  app.get<{ Params: { name: string } }>(`${prefix}:name`, { exposeHeadRoute: true }, (request, reply) => {
    const { name } = request.params
    if (name.endsWith('.map')) return reply.callNotFound()
    setHeaders(reply, name, FOR_EVER)
    return reply.sendFile(name, root)
  })
}

/** Names the installed app by the configured `appName`. */
function mountManifest(app: FastifyInstance, file: string, config: StaticDeps['publicConfig']): void {
  app.get(`/${MANIFEST}`, { exposeHeadRoute: true }, async (_, reply) => {
    const built = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
    const { appName = built['name'] } = config()
    reply.headers({ 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': REVALIDATE })
    return JSON.stringify({ ...built, name: appName, short_name: appName })
  })
}

/** Mounts the folders and files of the build by name; nothing else is served. */
async function mountWeb(app: FastifyInstance, { webRoot, publicConfig }: StaticDeps): Promise<void> {
  if (!existsSync(webRoot)) return
  for (const entry of readdirSync(webRoot, { withFileTypes: true })) {
    const path = join(webRoot, entry.name)
    if (entry.name === 'assets') mountAssets(app, `/${entry.name}/`, path)
    else if (entry.isDirectory())
      await app.register(fastifyStatic, {
        ...folder(`/${entry.name}/`, path),
        ...(entry.name === 'diagram' ? { setHeaders: setDiagramHeaders } : {}),
      })
    else if (entry.name === MANIFEST) mountManifest(app, path, publicConfig)
    else if (!/^(index|share)\.html|\.(map|br|gz)$|^\./.test(entry.name))
      mountFile(app, `/${entry.name}`, path)
  }
}

interface BuiltPage {
  readonly html: string
  readonly build: string
}

/** Returns a reader that caches the page until the file changes. */
function pageReader(file: string): () => Promise<BuiltPage | undefined> {
  let cached: (BuiltPage & { changed: number }) | undefined
  return async () => {
    const changed = await stat(file).then(
      (found) => found.mtimeMs,
      () => undefined,
    )
    if (changed === undefined) return undefined
    if (cached?.changed !== changed) {
      const html = await readFile(file, 'utf8')
      cached = { html, build: buildOf(html), changed }
    }
    return cached
  }
}

/** Paths below these are files or calls, never pages of the app. Must match the web app's service-worker.js. */
const NO_PAGES = /^\/(api|v1|static|assets|metrics)(\/|$)/
/** Also not pages: names with an extension and hidden files, such as `x.json`, `.env`, `.git/config`. */
const LOOKS_LIKE_FILE = /\.[a-z0-9]{1,5}$|\/\./i

async function notFound(
  request: FastifyRequest,
  reply: FastifyReply,
  index: () => Promise<BuiltPage | undefined>,
) {
  const path = request.url.split('?', 1)[0] ?? ''
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    reply.header('allow', 'GET, HEAD')
    throw new Problem('METHOD_NOT_ALLOWED', { method: request.method })
  }
  if (NO_PAGES.test(path) || LOOKS_LIKE_FILE.test(path)) {
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    return reply.status(404).send('There is no such file.')
  }
  return send(reply, await index())
}
