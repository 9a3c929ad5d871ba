// Plugins that an installation ships, and what people allow them (PLUGIN-4 to PLUGIN-7).
import { z } from 'zod'
import { call } from './call.ts'
import { Nothing, Time } from './envelope.ts'
import { PLUGIN_NAME, PLUGIN_SCOPE_IDS } from './plugin-scopes.ts'
import { PLUGIN_TYPES } from './plugins.ts'
import { routes } from './routes.ts'

const Scopes = z.array(z.enum(PLUGIN_SCOPE_IDS))

const PluginTexts = z.object({ name: z.string(), description: z.string(), longDescription: z.string() })

/** What a person allowed a plugin. */
export const PluginConsent = z.object({
  scopes: z.array(z.string()),
  given: Time,
  /** False once the plugin asks for something else: nothing is allowed until the person decides again. */
  isCurrent: z.boolean(),
})
export type PluginConsent = z.infer<typeof PluginConsent>

export const ShippedPlugin = PluginTexts.extend({
  id: z.string(),
  apiId: z.number().int(),
  apiName: z.string(),
  type: z.enum(PLUGIN_TYPES),
  icon: z.string(),
  /** The address of its page, below the origin. */
  page: z.string(),
  scopes: Scopes,
  /** Its words in other languages. */
  translations: z.record(z.string(), PluginTexts.partial()),
  consent: PluginConsent.nullable(),
})
export type ShippedPlugin = z.infer<typeof ShippedPlugin>

const ById = z.object({ id: z.string().regex(PLUGIN_NAME) })

export const plugins = {
  list: call(routes.plugins.list, {
    summary: 'The plugins that this installation ships, and what one has allowed each of them',
    data: z.object({ plugins: z.array(ShippedPlugin) }),
  }),
  allow: call(routes.plugins.allow, {
    summary:
      'Allow a plugin what it asks for. `scopes` are those that were shown; 409 when it asks for something else by now',
    sessionOnly: true,
    params: ById,
    bodySchema: z.object({ scopes: Scopes.max(PLUGIN_SCOPE_IDS.length) }),
    data: z.object({ consent: PluginConsent }),
    problems: ['NOT_FOUND', 'CONFLICT'],
  }),
  revoke: call(routes.plugins.revoke, {
    summary: 'Take back what one allowed a plugin, also of one that is gone; its next call is refused',
    sessionOnly: true,
    params: ById,
    data: Nothing,
  }),
} as const
