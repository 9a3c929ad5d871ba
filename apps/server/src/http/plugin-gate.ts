// Calls that a page makes for the frame of a plugin name it in a header (PLUGIN-7). What checks them is a feature.
import type { IncomingHttpHeaders } from 'node:http'
import { PLUGIN_HEADER, type Call, type CallInput } from '@polylogue/contract'
import { isPerson, type Person, type Viewer } from '#access/viewer.ts'
import { Problem } from '#problem.ts'

/** A call that a plugin may make, as far as its name says. */
export interface PluginCall {
  /**
   * Returns fields that the body gets.
   * @throws Problem PLUGIN_REFUSED when the request names more than the plugin was given
   */
  check(sent: {
    readonly params: Readonly<Record<string, unknown>>
    readonly body: Readonly<Record<string, unknown>>
    /** The names of all fields that were sent in the body. */
    readonly fields: readonly string[]
  }): Promise<Readonly<Record<string, unknown>>>
  /** Called with the result of the call. */
  note(result: unknown): Promise<void>
  /** Calls `end` once the person has taken back what they allowed; returns the function that forgets it. */
  whenRevoked(end: () => void): () => void
}

/** @throws Problem PLUGIN_NOT_ALLOWED, PLUGIN_REFUSED */
export type PluginGate = (viewer: Person, call: Call, plugin: string) => Promise<PluginCall>

/** Returns the plugin for which a request is made; undefined for an ordinary one. */
export const pluginOf = (headers: IncomingHttpHeaders): string | undefined => {
  const name = headers[PLUGIN_HEADER]
  return typeof name === 'object' ? name.join() : name
}

/** Admits a request for a plugin; undefined for an ordinary one. @throws Problem PLUGIN_NOT_ALLOWED, PLUGIN_REFUSED */
export async function admitPlugin(
  gate: PluginGate | undefined,
  headers: IncomingHttpHeaders,
  viewer: Viewer | undefined,
  call: Call,
): Promise<PluginCall | undefined> {
  const plugin = pluginOf(headers)
  if (plugin === undefined) return undefined
  if (!gate || !viewer || !isPerson(viewer))
    throw new Problem('PLUGIN_NOT_ALLOWED', { plugin: plugin.slice(0, 40) })
  return gate(viewer, call, plugin)
}

/** Makes a call for a plugin: checks what it names first, and lets the plugin's feature see the result. */
export async function forPlugin<T>(
  plugin: PluginCall | undefined,
  { params, body }: CallInput<Call>,
  sentBody: unknown,
  make: () => T | Promise<T>,
): Promise<T> {
  if (!plugin) return make()
  const added = await plugin.check({
    params: recordOf(params),
    body: recordOf(body),
    fields: Object.keys(recordOf(sentBody)),
  })
  Object.assign(recordOf(body), added)
  const result = await make()
  await plugin.note(result)
  return result
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
