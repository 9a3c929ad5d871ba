// The plugins of /static/data/plugins.json, which an installation may change: their order, words, icons and types. Those that it ships
// itself come from the server, with the same words.
import type { PluginId, ShippedPlugin } from '@polylogue/contract'
import { PLUGIN_IDS, PLUGIN_TYPES } from '@polylogue/contract/browser'
import { hasText } from '#lib/has-words.ts'
import { asList, asText, isRecord } from '#lib/json.ts'
import { isIconName, type IconName } from '#ui/icon.tsx'

/** What a plugin is called, in one language. */
interface PluginTexts {
  readonly name: string
  /** One sentence. */
  readonly description: string
  readonly longDescription: string
}

export interface Plugin extends PluginTexts {
  /** One of the product's, or the name of a folder of the installation. */
  readonly id: string
  /** Whether it costs something, or was made for this organisation: shown, and nothing else. */
  readonly type: (typeof PLUGIN_TYPES)[number]
  readonly icon: IconName
  /** The switch stays as it is. */
  readonly disabled: boolean
  /** What its button does: install and uninstall it, open its page, or nothing. */
  readonly render: 'toggle-install' | 'plugin-page' | 'none'
  /** What only a plugin of the installation has: its page, what it asks for, and what the person allowed. */
  readonly shipped?: Pick<ShippedPlugin, 'page' | 'scopes' | 'consent'>
}

const ACTIONS = ['toggle-install', 'plugin-page', 'none'] as const

/** Reads the file in a language; plugins that this version does not have are skipped. */
export function readPlugins(value: unknown, language: string): readonly Plugin[] {
  const list = isRecord(value) ? asList(value['plugins']) : []
  return list.flatMap((entry) => {
    const id = asText(entry['id'])
    return isPluginId(id) ? pluginOf(id, entry, language) : []
  })
}

/** Returns the plugins that the installation ships, in a language. */
export const shippedPlugins = (list: readonly ShippedPlugin[], language: string): readonly Plugin[] =>
  list.map(({ page, scopes, consent, ...entry }) => ({
    ...pluginOf(entry.id, entry, language),
    shipped: { page, scopes, consent },
  }))

/** Returns the plugins whose name contains the text, without regard to case and accents. */
export const withName = (plugins: readonly Plugin[], text: string): readonly Plugin[] =>
  plugins.filter(({ name }) => hasText(name, text))

const isPluginId = (id: string): id is PluginId => PLUGIN_IDS.some((known) => known === id)

function pluginOf(id: string, entry: Readonly<Record<string, unknown>>, language: string): Plugin {
  const icon = asText(entry['icon'])
  const translations = isRecord(entry['translations']) ? entry['translations'] : {}
  const own = isRecord(translations[language]) ? translations[language] : {}
  const word = (name: keyof PluginTexts) => asText(own[name]) || asText(entry[name])
  return {
    id,
    name: word('name') || id,
    description: word('description'),
    longDescription: word('longDescription'),
    type: PLUGIN_TYPES.find((type) => type === entry['type']) ?? 'free',
    icon: isIconName(icon) ? icon : 'schema',
    disabled: entry['disabled'] === true,
    render: ACTIONS.find((action) => action === entry['render']) ?? 'toggle-install',
  }
}
