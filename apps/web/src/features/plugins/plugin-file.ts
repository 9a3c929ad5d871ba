// The plugins of /static/data/plugins.json, which an installation may change: their order, words, icons and types.
import type { PluginId } from '@polylogue/contract'
import { PLUGIN_IDS } from '@polylogue/contract/browser'
import { asList, asText, isRecord } from '#lib/json.ts'
import { isIconName, type IconName } from '#ui/icon.tsx'

/** What a plugin is called, in one language. */
interface PluginWords {
  readonly name: string
  /** One sentence. */
  readonly description: string
  readonly longDescription: string
}

export interface Plugin extends PluginWords {
  readonly id: PluginId
  /** Whether it costs something, or was made for this organisation: shown, and nothing else. */
  readonly type: 'free' | 'custom' | 'paid'
  readonly icon: IconName
  /** The switch stays as it is. */
  readonly disabled: boolean
  /** What its button does: install and uninstall it, open its page, or nothing. */
  readonly render: 'toggle-install' | 'plugin-page' | 'none'
}

const TYPES = ['free', 'custom', 'paid'] as const
const ACTIONS = ['toggle-install', 'plugin-page', 'none'] as const

/** Reads the file in a language; plugins that this version does not have are skipped. */
export function readPlugins(value: unknown, language: string): readonly Plugin[] {
  const list = isRecord(value) ? asList(value['plugins']) : []
  return list.flatMap((entry) => pluginOf(entry, language) ?? [])
}

/** Returns the plugins whose name contains the text, in any letter case. */
export const withName = (plugins: readonly Plugin[], text: string, language: string): readonly Plugin[] =>
  plugins.filter(({ name }) =>
    name.toLocaleLowerCase(language).includes(text.trim().toLocaleLowerCase(language)),
  )

export const isPluginId = (id: string): id is PluginId => PLUGIN_IDS.some((known) => known === id)

function pluginOf(entry: Record<string, unknown>, language: string): Plugin | undefined {
  const id = asText(entry['id'])
  if (!isPluginId(id)) return undefined
  const icon = asText(entry['icon'])
  const translations = isRecord(entry['translations']) ? entry['translations'] : {}
  const own = isRecord(translations[language]) ? translations[language] : {}
  const word = (name: keyof PluginWords) => asText(own[name]) || asText(entry[name])
  return {
    id,
    name: word('name') || id,
    description: word('description'),
    longDescription: word('longDescription'),
    type: TYPES.find((type) => type === entry['type']) ?? 'free',
    icon: isIconName(icon) ? icon : 'schema',
    disabled: entry['disabled'] === true,
    render: ACTIONS.find((action) => action === entry['render']) ?? 'toggle-install',
  }
}
