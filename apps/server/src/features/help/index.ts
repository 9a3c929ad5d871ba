// The help topics as passages, for whoever quotes them (shell specification, section 2: help topics).
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Passage } from '../../engines/guide/index.ts'
import { passagesOf } from './passages.ts'

export interface HelpFeature {
  /** All passages of a language's topics; English where the language has none. The same array on every call. */
  passages(language: string): Promise<readonly Passage[]>
}

/** Reads topics below `md/{language}/help` of the given folders; a file in an earlier folder lies over one in a later. */
export function helpFeature(given: { folders: readonly string[] }): HelpFeature {
  const read = new Map<string, Promise<readonly Passage[]>>()
  const passages = (language: string): Promise<readonly Passage[]> => {
    const known = /^[a-z]{2}$/.test(language) ? language : 'en'
    const already = read.get(known)
    if (already) return already
    const reading = readTopics(given.folders, known).then((found) =>
      found.length || known === 'en' ? found : passages('en'),
    )
    read.set(known, reading)
    return reading
  }
  return { passages }
}

async function readTopics(folders: readonly string[], language: string): Promise<Passage[]> {
  const files = new Map<string, string>()
  for (const folder of folders.toReversed()) {
    const place = join(folder, 'md', language, 'help')
    for (const name of await readdir(place).catch(noFolder))
      if (name.endsWith('.md')) files.set(name.slice(0, -3), join(place, name))
  }
  const topics = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  const texts = await Promise.all(
    topics.map(async ([topic, path]) => passagesOf(topic, await readFile(path, 'utf8'))),
  )
  return texts.flat()
}

function noFolder(error: unknown): string[] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
  throw error
}
