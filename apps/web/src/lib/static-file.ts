// Files below /static. An installation can override them (CONFIG-3), so their content is not guaranteed.

/** Returns the query key of a file in a language. */
export const staticFileKey = (path: string, language: string) => ['static', path, language] as const

/** Returns a file's text; undefined when there is none. */
export async function staticText(path: string, signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch(`/static/${path}`, { signal, cache: 'no-cache' })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.text()
}

/** Returns the content of a JSON file; undefined when there is none. Rejects when it is not JSON. */
export async function staticJson(path: string, signal: AbortSignal): Promise<unknown> {
  const text = await staticText(path, signal)
  return text === undefined ? undefined : (JSON.parse(text) as unknown)
}

/** Returns the file in a language, else the English one; `path` contains {lang} for the language. */
export async function inLanguage<T>(
  read: (path: string, signal: AbortSignal) => Promise<T | undefined>,
  path: string,
  language: string,
  signal: AbortSignal,
): Promise<T | undefined> {
  const own = await read(path.replace('{lang}', language), signal)
  return own === undefined && language !== 'en' ? read(path.replace('{lang}', 'en'), signal) : own
}
