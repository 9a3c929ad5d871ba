// Which text the server finds in the files of the draft, read while the question is written.
import type { FileText } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQueries, type QueryClient } from '@tanstack/react-query'
import { useApi, type ApiProblem } from '../../../lib/api.ts'
import { toUpload, type Chosen } from './attachments.ts'

/** A chosen file; `text` is undefined while it is being read, and when it could not be. */
export interface ReadFile {
  chosen: Chosen
  text: FileText | undefined
  isReading: boolean
}

const keyOf = ({ id }: Chosen) => ['file-text', id]

/** Texts always have text, pictures are seen or refused. */
const mayLackText = ({ type }: Chosen) => !type.startsWith('text/') && !type.startsWith('image/')

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

/** Returns whether the page has told what a model gets of all these files. */
export const isTold = (cache: QueryClient, files: readonly Chosen[]): boolean =>
  files.every((one) => !mayLackText(one) || cache.getQueryData(keyOf(one)) !== undefined)

const COMPLETE: FileText = { hasText: true, pagesWithoutText: [] }

/** Takes over what the server found when it refused a question, so that the next attempt is sent. */
export function noteTexts(
  cache: QueryClient,
  files: readonly Chosen[],
  { issues }: Pick<ApiProblem, 'issues'>,
): void {
  const texts = textsIn(issues, files.length)
  files.forEach((one, at) => cache.setQueryData<FileText>(keyOf(one), texts[at]))
}

/** Returns what each file has, by the paths of a refusal: `attachments.0.pages.2`, `attachments.1.text`. Pure. */
export function textsIn(issues: readonly { path: string }[], count: number): FileText[] {
  const texts = Array.from({ length: count }, () => ({ ...COMPLETE, pagesWithoutText: [] as number[] }))
  for (const { path } of issues) {
    const [, index, page] = /attachments\.(\d+)\.(?:pages\.(\d+)|text)$/.exec(path) ?? []
    const text = index === undefined ? undefined : texts[Number(index)]
    if (!text) continue
    if (page === undefined) text.hasText = false
    else text.pagesWithoutText.push(Number(page))
  }
  return texts
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
