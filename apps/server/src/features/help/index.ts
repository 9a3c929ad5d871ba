// Help topics as passages that can be quoted (PAGE-10).
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HelpPassage } from '#engines/guide/guide.ts'
import { passagesOf, type KnownQuestions } from './passages.ts'

export interface HelpFeature {
  /** Returns the passages of all topics in a language, or in English where it has none. Always returns the same array. */
  passages(language: string): Promise<readonly HelpPassage[]>
}

/** Reads topics below `md/{language}/help` of the given folders; files in earlier folders override those in later ones. */
export function helpFeature(options: { folders: readonly string[] }): HelpFeature {
  const read = new Map<string, Promise<readonly HelpPassage[]>>()
  const passages = (language: string): Promise<readonly HelpPassage[]> => {
    const known = /^[a-z]{2}$/.test(language) ? language : 'en'
    const already = read.get(known)
    if (already) return already
    const reading = readTopics(options.folders, known)
    read.set(known, reading)
    return reading
  }
  return { passages }
}

/** The page of this name starts the list of topics; it contains no answers. */
const LIST = 'index'

async function readTopics(folders: readonly string[], language: string): Promise<readonly HelpPassage[]> {
  const english = await filesOf(folders, 'en')
  const own = language === 'en' ? english : await filesOf(folders, language)
  const topics = [...new Map([...english, ...own])]
    .filter(([topic]) => topic !== LIST)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const known = await questionsOf(folders, language)
  const texts = await Promise.all(
    topics.map(async ([topic, path]) => passagesOf(topic, await readFile(path, 'utf8'), known)),
  )
  return texts.flat()
}

/** Reads the known questions of a language; the file of the first folder that has one. */
async function questionsOf(folders: readonly string[], language: string): Promise<KnownQuestions> {
  for (const folder of folders) {
    const file = await readFile(join(folder, 'data/help-questions', `${language}.json`), 'utf8').catch(noFile)
    if (file !== undefined) return JSON.parse(file) as KnownQuestions
  }
  return {}
}

/** Returns the topics of one language with their files. */
async function filesOf(folders: readonly string[], language: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const folder of folders.toReversed()) {
    const place = join(folder, 'md', language, 'help')
    for (const name of await readdir(place).catch(noFolder))
      if (name.endsWith('.md')) files.set(name.slice(0, -3), join(place, name))
  }
  return files
}

function noFile(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

const noFolder = (error: unknown): string[] => noFile(error) ?? []
