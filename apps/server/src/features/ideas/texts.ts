// Reads the texts of the shipped ideas: `data/prompt-ideas/{language}.json`, an object of texts by key.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IDEA_LIMITS } from '@polylogue/contract'
import { z } from 'zod'
import type { ShippedTexts } from './rules.ts'

export interface TextFiles {
  /** Returns all texts in a language; a text that it does not have is in English. */
  in(language: string | undefined): Promise<ShippedTexts>
}

const File = z.record(z.string(), z.string().min(1).max(IDEA_LIMITS.prompt))

/** Opens the files below the given folders. A text in an earlier folder overrides one in a later. */
export function openTexts(folders: readonly string[]): TextFiles {
  const read = new Map<string, Promise<ShippedTexts>>()
  return {
    in(language) {
      const wanted = language && /^[a-z]{2}$/.test(language) ? language : 'en'
      const known = read.get(wanted)
      if (known) return known
      const reading = readAll(folders, wanted)
      read.set(wanted, reading)
      // A failed read is not cached, so that a corrected file is read at the next call.
      reading.catch(() => read.delete(wanted))
      return reading
    },
  }
}

async function readAll(folders: readonly string[], language: string): Promise<ShippedTexts> {
  const texts = new Map<string, string>()
  for (const each of language === 'en' ? ['en'] : ['en', language])
    for (const folder of folders.toReversed())
      for (const [key, text] of Object.entries(await readOne(folder, each))) texts.set(key, text)
  return texts
}

async function readOne(folder: string, language: string): Promise<z.infer<typeof File>> {
  const file = join(folder, 'data', 'prompt-ideas', `${language}.json`)
  try {
    return File.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
