// The folders of plugins in the data directory. They are read again for every request, so that a new one needs no restart.
import { constants } from 'node:fs'
import { lstat, open, opendir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { PLUGIN_NAME } from '@polylogue/contract'
import type { Log } from '#platform/log.ts'
import { MANIFEST, MANIFEST_BYTES, PATH, quoted, readManifest, type Plugin } from './rules.ts'

/** Folders beyond these are left out, so that a list is made in a few milliseconds. */
const MOST = { plugins: 100, entries: 2_000, told: 300 }

export interface PluginFolders {
  /** The folder of all plugins. */
  readonly root: string
  /** Returns the valid plugins by name of their folders. */
  list(): Promise<readonly Plugin[]>
  find(id: string): Promise<Plugin | undefined>
  /** Whether a path below the root is a file of a plugin that may be sent. */
  isSent(path: string): Promise<boolean>
}

/** What a page needs. Others are not sent: a frame could not read them, and the manifest is for the server. */
const SENT = /\.(html|js|mjs|css|svg|png|jpe?g|gif|webp|ico|woff2|txt)$/

interface Known {
  readonly version: string
  readonly plugin: Plugin | string
}

export function openPluginFolders({
  dataDir,
  log,
}: {
  readonly dataDir: string
  readonly log: Log
}): PluginFolders {
  const root = join(dataDir, 'static', 'plugins')
  const known = new Map<string, Known>()
  const told = new Set<string>()
  // Each sentence once: a folder that stays wrong would fill the log.
  const tell = (sentence: string) => {
    if (told.size >= MOST.told || told.has(sentence)) return
    told.add(sentence)
    log.warn(sentence)
  }
  const read = async (folder: string): Promise<Plugin | undefined> => {
    const plugin = await pluginOf(root, folder, known)
    if (typeof plugin !== 'string') return plugin
    tell(`The plugin in static/plugins/${folder} is not offered: ${plugin}.`)
    return undefined
  }
  let listing: Promise<readonly Plugin[]> | undefined
  const list = async () => {
    const names = await foldersOf(root, tell)
    for (const name of known.keys()) if (!names.includes(name)) known.delete(name)
    const plugins: Plugin[] = []
    for (const name of names) {
      const plugin = await read(name)
      const taken = plugin && plugins.find(({ apiId }) => apiId === plugin.apiId)
      if (taken)
        tell(
          `The plugin in static/plugins/${name} is not offered: plugin.json: apiId ${taken.apiId} is that of ${taken.id}.`,
        )
      else if (plugin) plugins.push(plugin)
    }
    return plugins
  }
  const all = () => (listing ??= list().finally(() => (listing = undefined)))
  const find = async (id: string) => (await all()).find((plugin) => plugin.id === id)
  return {
    root,
    list: all,
    find,
    async isSent(path) {
      const [folder = ''] = path.split('/', 1)
      if (!PATH.test(path) || !SENT.test(path) || !PLUGIN_NAME.test(folder)) return false
      return (await find(folder)) !== undefined && isPlainFile(root, path)
    },
  }
}

/** Returns the names of the folders that may be plugins, in order. */
async function foldersOf(root: string, tell: (sentence: string) => void): Promise<string[]> {
  const names: string[] = []
  const entries = await opendir(root).catch(() => undefined)
  if (!entries) return names
  let seen = 0
  for await (const entry of entries) {
    seen += 1
    if (seen > MOST.entries) break
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory() && PLUGIN_NAME.test(entry.name)) names.push(entry.name)
    else if (entry.isSymbolicLink())
      tell(`static/plugins/${quoted(entry.name)} is a link and no plugin. Copy the folder.`)
    else if (entry.isDirectory())
      tell(
        `The folder ${quoted(entry.name)} in static/plugins is no plugin: its name must have a–z, 0–9 and hyphens, at most 40.`,
      )
  }
  if (seen > MOST.entries || names.length > MOST.plugins)
    tell(`static/plugins has more than ${MOST.plugins} plugins. The first ones by name are offered.`)
  return names.toSorted().slice(0, MOST.plugins)
}

async function pluginOf(root: string, folder: string, known: Map<string, Known>): Promise<Plugin | string> {
  const path = join(root, folder, MANIFEST)
  const found = await lstat(path).catch(() => undefined)
  if (!found) return `it has no ${MANIFEST}`
  if (!found.isFile()) return `${MANIFEST} is not a plain file`
  if (found.size > MANIFEST_BYTES) return `${MANIFEST} has more than ${MANIFEST_BYTES} bytes`
  const version = `${found.ino} ${found.size} ${found.mtimeMs}`
  const last = known.get(folder)
  const read = last?.version === version ? last.plugin : readManifest(folder, await contentOf(path))
  known.set(folder, { version, plugin: read })
  if (typeof read === 'string') return read
  return (await isPlainFile(root, `${folder}/${read.page}`))
    ? read
    : `${MANIFEST}: page ${quoted(read.page)} is not a plain file in the folder`
}

async function contentOf(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
  if (!file) return ''
  try {
    const bytes = Buffer.alloc(MANIFEST_BYTES)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return new TextDecoder().decode(bytes.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** Whether a path is a file and no part of it below the root is a link, which could lead out of the folder. */
async function isPlainFile(root: string, path: string): Promise<boolean> {
  try {
    const [base, real] = await Promise.all([realpath(root), realpath(join(root, path))])
    return real === join(base, path) && (await lstat(real)).isFile()
  } catch {
    return false
  }
}
