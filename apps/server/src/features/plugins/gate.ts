// Refuses what a plugin was not given, for calls that name it in a header (PLUGIN-7): our page makes them for its frame.
import { contract, scopedCall, type Call, type Calls, type ScopedCall } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { PluginGate } from '#http/plugin-gate.ts'
import type { Bus } from '#platform/bus.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import type { ModelsService } from '#features/models/index.ts'
import type { PluginFolders } from './folders.ts'
import { openRevoked } from './revoked.ts'
import type { Plugin } from './rules.ts'
import * as store from './store.ts'

export interface GateDeps {
  readonly db: Database
  readonly bus: Pick<Bus, 'on' | 'onGap'>
  readonly log: Log
  readonly folders: PluginFolders
  readonly models: Pick<ModelsService, 'tagForPrompt'>
  /** Whether some documents are for local models only (decision 72). */
  readonly hasLocalOnly: boolean
}

const NAMES: ReadonlyMap<Call, string> = new Map(
  Object.entries(contract).flatMap(([noun, calls]: [string, Calls]) =>
    Object.entries(calls).map(([name, call]): [Call, string] => [call, `${noun}.${name}`]),
  ),
)

type PluginRequest = Parameters<Awaited<ReturnType<PluginGate>>['check']>[0]

export function openGate(deps: GateDeps): PluginGate {
  const { db, folders, bus } = deps
  const revoked = openRevoked(bus, async (pair) => {
    const [plugin, consent] = await Promise.all([folders.find(pair.pluginId), store.find(db.orm, pair)])
    return plugin !== undefined && consent?.hash === plugin.hash
  })
  return async (viewer, call, pluginId) => {
    const pair = { userId: viewer.userId, pluginId }
    const plugin = await folders.find(pluginId)
    const consent = plugin && (await store.find(db.orm, pair))
    if (!plugin || consent?.hash !== plugin.hash)
      throw new Problem('PLUGIN_NOT_ALLOWED', { plugin: plugin?.name ?? pluginId.slice(0, 40) })
    const name = NAMES.get(call) ?? call.path
    const scoped = scopedCall(plugin.scopes, name)
    if (!scoped) throw refusal(deps, viewer, plugin, name)
    return {
      async check(sent) {
        const asked = await excessOf(deps, { viewer, plugin, scoped }, sent)
        if (asked !== undefined) throw refusal(deps, viewer, plugin, `${name}, ${asked}`)
        return scoped.tells && readsConfidential(deps, plugin) ? { confidential: true } : {}
      },
      async note(result) {
        if (scoped.begins) await store.noteChat(db.orm, pair, begunIn(result))
      },
      whenRevoked: (end) => revoked.when(pair, end),
    }
  }
}

function refusal({ log }: GateDeps, { userId }: Person, { id, name }: Plugin, asked: string): Problem {
  log.warn({ plugin: id, asked, userId }, 'a plugin asked for more than it was given')
  return new Problem('PLUGIN_REFUSED', { plugin: name, asked })
}

/** Returns what a request asks beyond the plugin's scopes; undefined for nothing. */
async function excessOf(
  deps: GateDeps,
  { viewer, plugin, scoped }: { viewer: Person; plugin: Plugin; scoped: ScopedCall },
  { params, body, fields }: PluginRequest,
): Promise<string | undefined> {
  const field = fields.find((one) => !scoped.body?.includes(one))
  if (field !== undefined) return `the field ${field.slice(0, 40)}`
  const named = scoped.within === 'tab' ? body['projectTabId'] : params['id']
  const pair = { userId: viewer.userId, pluginId: plugin.id }
  const isPlain = !reads(plugin)
  if (
    scoped.within &&
    !(await store.isOwnChat(deps.db.orm, pair, { kind: scoped.within, id: Number(named), isPlain }))
  )
    return 'in a chat that it did not begin, or with a data source'
  return scoped.asks ? tooFar(deps, plugin, Number(params['id'])) : undefined
}

/** What a plugin reads may be confidential, and nobody knows what it writes into a question: it stays with local models. */
async function tooFar(deps: GateDeps, plugin: Plugin, tagId: number): Promise<string | undefined> {
  if (!readsConfidential(deps, plugin) || (await deps.models.tagForPrompt(tagId)).isLocal) return undefined
  return 'of a model elsewhere, although it reads chats or data sources'
}

const reads = ({ scopes }: Plugin): boolean =>
  scopes.includes('read-chats') || scopes.includes('read-datasources')

const readsConfidential = ({ hasLocalOnly }: Pick<GateDeps, 'hasLocalOnly'>, plugin: Plugin): boolean =>
  hasLocalOnly && reads(plugin)

/** Returns the chat, or the tab of one, that a reply is. */
function begunIn(result: unknown): { projectId?: number; tabId?: number } {
  const { project, projecttab } = (result ?? {}) as {
    project?: { id?: unknown }
    projecttab?: { id?: unknown }
  }
  return {
    ...(typeof project?.id === 'number' ? { projectId: project.id } : {}),
    ...(typeof projecttab?.id === 'number' ? { tabId: projecttab.id } : {}),
  }
}
