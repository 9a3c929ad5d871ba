// Validation of setting values. Pure.
import type { PluginSetting, SettingName } from '@polylogue/contract'

/** The values of a setting that is on or off. */
const SWITCHED = ['true', 'false']
const HERE = 'http://here.invalid'

/** Returns what is wrong with a value, as the end of a sentence; undefined for a valid one. */
export function faultOf(name: SettingName | PluginSetting, value: string): string | undefined {
  if (name === 'defaultStartupUri' && value !== '' && !isLocal(value))
    return 'must be a path of this installation, such as /projects'
  if (name === 'bookmarks' && value !== '' && !areBookmarks(value))
    return 'must be a JSON list of bookmarks whose uri is a path of this installation or an http address'
  if ((name.startsWith('plugin.') || name === 'mailDigest') && !SWITCHED.includes(value))
    return 'must be true or false'
  return undefined
}

/** Returns the end of a validity given as a day (its last second) or a time (SETTING-1). */
export function endOfValidity(until: string): Date {
  return new Date(until.includes('T') ? until : `${until}T23:59:59.000Z`)
}

/** Parses the URL as a browser does: `//host`, `/\host` and `java\nscript:` are not local (SETTING-2). */
function isLocal(uri: string): boolean {
  return !uri.includes(':/') && URL.canParse(uri, HERE) && new URL(uri, HERE).origin === HERE
}

function areBookmarks(value: string): boolean {
  const list = parsed(value)
  return Array.isArray(list) && list.every((entry: unknown) => isBookmark(entry))
}

function isBookmark(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null || !('uri' in entry)) return false
  const { uri } = entry
  return typeof uri === 'string' && URL.canParse(uri, HERE) && /^https?:$/.test(new URL(uri, HERE).protocol)
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
