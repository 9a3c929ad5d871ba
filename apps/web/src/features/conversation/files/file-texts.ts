// What the page has told about the texts of chosen files.
import type { FileText, RecognizedFile, RecognizedText, AttachmentUpload } from '@polylogue/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { ApiProblem } from '#lib/api.ts'
import { type Chosen, toUpload } from './attachments.ts'

export const keyOf = ({ id }: Chosen) => ['file-text', id]
export const recognizedKey = ({ id }: Chosen) => ['file-recognized', id]
export const progressKey = ({ id }: Chosen) => ['file-progress', id]
/** Whether a person wants a file to be read, or not; without a choice, scans are. */
export const choiceKey = ({ id }: Chosen) => ['file-choice', id]

/** Returns the text that was recognised in a file, to be sent with it. */
export function recognizedIn(cache: QueryClient, one: Chosen): RecognizedText | undefined {
  if (cache.getQueryData(choiceKey(one)) === false) return undefined
  return cache.getQueryData<RecognizedFile>(recognizedKey(one))?.recognized ?? undefined
}

/** Whether a question has to wait: pictures of it are being converted, or text of its files is being recognised. */
export const mustWait = (
  cache: QueryClient,
  { isConverting, chosen }: { readonly isConverting: boolean; readonly chosen: readonly Chosen[] },
): boolean =>
  isConverting || chosen.some((one) => cache.getQueryState(recognizedKey(one))?.fetchStatus === 'fetching')

/** Texts always have text, pictures are seen or refused. */
export const mayLackText = ({ type }: Chosen) => !type.startsWith('text/') && !type.startsWith('image/')

/** Returns whether the page has told what a model gets of all these files. */
export const isTold = (cache: QueryClient, files: readonly Chosen[]): boolean =>
  files.every((one) => !mayLackText(one) || cache.getQueryData(keyOf(one)) !== undefined)

const COMPLETE: FileText = { hasText: true, pagesWithoutText: [], hasScans: false }

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
    text.hasScans = true
    if (page === undefined) text.hasText = false
    else text.pagesWithoutText.push(Number(page))
  }
  return texts
}

/** Returns the files as they are sent with a question, with the text that was recognised in them. */
export const uploadsOf = (cache: QueryClient, files: readonly Chosen[]): Promise<AttachmentUpload[]> =>
  Promise.all(
    files.map(async (one) => ({
      ...(await toUpload(one.file, one.file.name, one.type, one.file.lastModified)),
      recognized: recognizedIn(cache, one),
    })),
  )
