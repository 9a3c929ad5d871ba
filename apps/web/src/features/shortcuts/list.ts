// The shortcuts as /static/data/keyboard-shortcuts/{lang}.json lists them.
import { asList, asText, isRecord } from '../../lib/static-file.ts'

export interface ListedShortcut {
  text: string
  /** Mod is Ctrl, on a Mac Cmd. */
  keys: readonly string[]
  /** Keys that do the same where a browser or a system takes the first; empty for most. */
  second: readonly string[]
  /** What it is called in lib/shortcuts.ts; empty for keys that a field handles itself. */
  code: string
}

export interface ShortcutGroup {
  title: string
  shortcuts: readonly ListedShortcut[]
}

export interface ShortcutFile {
  /** What keys are called in this language, where that is not what stands in `keys`. */
  names: Readonly<Record<string, string>>
  groups: readonly ShortcutGroup[]
}

/** Reads the file; what is no shortcut in it is left out. */
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

/** A Mac has other names for the same places, in every language. */
const ON_MAC: Readonly<Record<string, string>> = { Mod: 'Cmd', Alt: 'Option', Enter: 'Return' }

/** What is printed on a key. */
export const keyName = (key: string, names: ShortcutFile['names'], mac: boolean): string =>
  (mac ? ON_MAC[key] : undefined) ?? names[key] ?? key
