// Reads which text the server finds in the files of the draft, while the question is written.
import type { FileText } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQueries } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { toUpload, type Chosen } from './attachments.ts'
import { keyOf, mayLackText } from './file-texts.ts'

/** A chosen file; `text` is undefined while it is being read, and when it could not be. */
export interface ReadFile {
  chosen: Chosen
  text: FileText | undefined
  isReading: boolean
}

/** Reads the chosen documents. Reading ends with the removal or the sending of a file. */
export function useFileTexts(files: readonly Chosen[]): readonly ReadFile[] {
  const api = useApi()
  const documents = files.filter(mayLackText)
  const read = useQueries({
    queries: documents.map((chosen) => ({
      queryKey: keyOf(chosen),
      staleTime: Number.POSITIVE_INFINITY,
      // Sending reads it again, and says why it cannot be read.
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { file, type } = chosen
        const body = await toUpload(file, file.name, type, file.lastModified)
        return (await api.call(contract.answers.readFile, { body }, { signal })).data.file
      },
    })),
  })
  return documents.flatMap((chosen, at) => {
    const one = read[at]
    return one ? [{ chosen, text: one.data, isReading: one.isFetching }] : []
  })
}

/** Page numbers that are listed. */
const LISTED = 12

/** Returns pages as ranges: “1–3, 7”; “…” stands for more. Pure. */
export function pageRanges(pages: readonly number[]): string {
  const ranges: [from: number, to: number][] = []
  for (const page of pages) {
    const last = ranges.at(-1)
    if (last && last[1] === page - 1) last[1] = page
    else ranges.push([page, page])
  }
  const shown = ranges.slice(0, LISTED).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  return [...shown, ...(ranges.length > LISTED ? ['…'] : [])].join(', ')
}
