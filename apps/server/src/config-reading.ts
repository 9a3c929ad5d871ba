// Reads the configuration file, and says in one sentence which key is wrong.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { configFileSchema, type ConfigFile } from './config-file.ts'
import type { Origin } from './config-values.ts'

/** @throws ConfigError with the path of the file and of the key */
export function readFile(
  named: string | undefined,
  standard: string,
): Pick<Origin, 'path' | 'content'> & { readonly file: ConfigFile } {
  const path = named ? resolve(named) : standard
  if (!existsSync(path)) {
    if (named) throw new ConfigError(`POLYLOGUE_CONFIG names ${path}, and there is no such file.`)
    return { path, content: {}, file: configFileSchema.parse({}) }
  }
  const content = parseJson(path)
  const broken = unstorable(content)
  if (broken) throw new ConfigError(`${path}: ${said(broken, 'contains a character that cannot be stored')}.`)
  const found = configFileSchema.safeParse(content)
  if (found.success) return { path, content, file: found.data }
  const [issue] = found.error.issues
  throw new ConfigError(`${path}: ${issue ? sentenceOf(issue) : 'it is not valid'}.`)
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `“${[...issue.path, key].join('.')}”`)
    return keys.length === 1 ? `${keys[0]} is not a known key` : `${keys.join(', ')} are not known keys`
  }
  return said(issue.path, `is not valid: ${issue.message}`)
}

function said(path: readonly PropertyKey[], what: string): string {
  return path.length === 0 ? `the file ${what}` : `“${path.map(String).join('.')}” ${what}`
}

/** Returns the path of the first text with a character that databases do not take. */
function unstorable(value: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = unstorable(inner, [...path, key])
    if (found) return found
  }
  return undefined
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    // Without the excerpt of the file, which may have a key in it.
    const reason = (error instanceof Error ? error.message : String(error)).replace(/, (\.\.\.)?".*$/s, '')
    throw new ConfigError(`${path} cannot be read as JSON: ${reason}.`)
  }
}
