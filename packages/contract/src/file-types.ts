// Types of files by their names, for the page and the server. What browsers say differs between systems.
import { DATASOURCE_TYPES } from './datasource-limits.ts'

/** A file whose content tells its type: its name does not. */
export const TOLD_BY_CONTENT = 'application/octet-stream'

const VAGUE = /^(?:application\/(?:octet-stream|ms-tnef|(?:x-)?zip(?:-compressed)?))?$/

/** Returns the ending of a name, in lower case. */
export const endingOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * Returns the type of a file: by its ending, else as declared; `TOLD_BY_CONTENT` for a name without an ending, or that of any
 * archive, and for .doc, under which programs also write RTF and pages. Undefined if no reader takes it.
 */
export function fileTypeOf(name: string, declared = ''): string | undefined {
  const ending = endingOf(name)
  if (Object.hasOwn(DATASOURCE_TYPES, ending)) return DATASOURCE_TYPES[ending]
  const type = (declared.split(';')[0] ?? '').trim().toLowerCase()
  if (Object.values(DATASOURCE_TYPES).includes(type)) return type
  if (type.startsWith('text/')) return 'text/plain'
  if (/^do[ct]$/.test(ending)) return TOLD_BY_CONTENT
  return VAGUE.test(type) && /^(?:|zip|bin|tmp|dat)$/.test(ending) ? TOLD_BY_CONTENT : undefined
}
