import type { ConfigFile } from './config-file.ts'

/** Returns a function that tells by name whether a model streams. */
export function streamsOf({
  nonStreamingModels: names,
}: Pick<ConfigFile, 'nonStreamingModels'>): (modelName: string) => boolean {
  const patterns = names.map((name) => name.toLowerCase().split('*'))
  return (modelName) => !patterns.some((parts) => fitsPattern(modelName.toLowerCase(), parts))
}

/** Whether a name consists of these parts in their order, with anything in between. */
function fitsPattern(name: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop()
  if (last === undefined) return name === first
  if (!name.startsWith(first) || !name.endsWith(last)) return false
  let at = first.length
  for (const part of others) {
    const found = name.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at <= name.length - last.length
}
