// The shortcuts from /static/data/keyboard-shortcuts/{lang}.json.
import { asList, asText, isRecord } from '#lib/json.ts'

export interface ListedShortcut {
  text: string
  /** Mod is Ctrl, or Cmd on a Mac. */
  keys: readonly string[]
  /** Alternative keys where a browser or operating system intercepts the first; empty for most. */
  second: readonly string[]
  /** Name of the shortcut in lib/shortcuts.ts; empty for keys that a field handles itself. */
  code: string
}

export interface ShortcutGroup {
  title: string
  shortcuts: readonly ListedShortcut[]
}

export interface ShortcutFile {
  /** Labels of keys in this language that differ from `keys`. */
  names: Readonly<Record<string, string>>
  groups: readonly ShortcutGroup[]
}

/** Parses the file; invalid shortcuts are skipped. */
export function readShortcuts(value: unknown): ShortcutFile {
  if (!isRecord(value)) return { names: {}, groups: [] }
  const names = isRecord(value['names']) ? value['names'] : {}
  const groups = asList(value['groups']).map((group) => ({
    title: asText(group['title']),
    shortcuts: asList(group['shortcuts'])
      .map((shortcut) => ({
        text: asText(shortcut['text']),
        code: asText(shortcut['code']),
        keys: keysOf(shortcut['keys']),
        second: keysOf(shortcut['second']),
      }))
      .filter(({ text, keys }) => text && keys.length > 0),
  }))
  return {
    names: Object.fromEntries(Object.entries(names).map(([key, name]) => [key, asText(name)])),
    groups: groups.filter(({ shortcuts }) => shortcuts.length > 0),
  }
}

const keysOf = (keys: unknown): string[] =>
  Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []

/** A Mac labels the same keys differently, in every language. */
const ON_MAC: Readonly<Record<string, string>> = { Mod: 'Cmd', Alt: 'Option', Enter: 'Return' }

/** Returns the label of a key. */
export const keyName = (key: string, names: ShortcutFile['names'], mac: boolean): string =>
  (mac ? ON_MAC[key] : undefined) ?? names[key] ?? key
