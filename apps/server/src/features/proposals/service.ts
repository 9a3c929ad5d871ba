import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PromptProposal } from '@polylogue/contract'
import type { ExternalWelcome } from './external.ts'
import { draw, fixedOf } from './rules.ts'

export interface ProposalsService {
  /** Returns all proposals in a language, or the English ones when it has no file. */
  all(language: string | undefined): Promise<PromptProposal[]>
  /** Returns `count` random proposals, or at most as many of the external service. */
  drawn(count: number, language: string | undefined): Promise<PromptProposal[]>
}

const File = PromptProposal.array()

export function proposalsService({
  folders,
  welcome,
}: {
  folders: readonly string[]
  welcome?: Pick<ExternalWelcome, 'proposals'> | undefined
}): ProposalsService {
  const read = new Map<string, Promise<PromptProposal[]>>()
  const all = (language: string | undefined): Promise<PromptProposal[]> => {
    const wanted = languageOf(language)
    const known = read.get(wanted)
    if (known) return known
    const reading = readFirst(folders, [wanted, 'en'])
    read.set(wanted, reading)
    // A failed read is not cached, so that a corrected file is read at the next call.
    reading.catch(() => read.delete(wanted))
    return reading
  }
  return {
    all,
    async drawn(count, language) {
      const known = await all(language)
      if (!welcome) return draw(known, count, Math.random)
      return (await welcome.proposals(fixedOf(known), languageOf(language))).slice(0, count)
    },
  }
}

const languageOf = (language: string | undefined) =>
  language && /^[a-z]{2}$/.test(language) ? language : 'en'

async function readFirst(
  folders: readonly string[],
  languages: readonly string[],
): Promise<PromptProposal[]> {
  for (const language of languages)
    for (const folder of folders) {
      const text = await readFile(join(folder, 'data', 'prompt-proposals', `${language}.json`), 'utf8').catch(
        noFile,
      )
      if (text !== undefined) return File.parse(JSON.parse(text))
    }
  return []
}

function noFile(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw error
}
