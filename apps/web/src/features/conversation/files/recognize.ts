// Recognises the text of scans and pictures of the draft, one after the other (decision 111). Loaded with the first file.
import type { FileText, RecognizedFile, RecognizedSoFar } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { queryOptions, skipToken, useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ApiProblem, readStream, useApi, type Api } from '#lib/api.ts'
import { useConfig } from '#lib/config.ts'
import { perPage } from '#lib/per-page.ts'
import { isScannable, toUpload, type Chosen } from './attachments.ts'
import { choiceKey, progressKey, recognizedKey } from './file-texts.ts'
import { useFileTexts } from './read-files.ts'

/**
 * A file whose text can be recognised. `left`: it is not read; `none`: no text was found. `progress` is undefined while it waits for
 * its turn.
 */
export interface Recognition {
  chosen: Chosen
  state: 'left' | 'reading' | 'read' | 'none' | 'failed'
  progress: RecognizedSoFar | undefined
  confidence: number
  pagesWithoutText: readonly number[]
  error: unknown
  read(): void
  leave(): void
}

/**
 * Whether a file is read before the person asks for it: scans, and pictures for a model without image input. Office files with
 * text are not: most of their pictures are logos and photos.
 */
export function isReadAtOnce(type: string, text: FileText | undefined, seesPictures: boolean): boolean {
  if (isScannable(type)) return !seesPictures
  return type === PDF || text?.hasText === false
}

const PDF = 'application/pdf'

/** Reads what `isReadAtOnce` names, unless the person chose otherwise. */
export function useRecognitions(files: readonly Chosen[], seesPictures: boolean): readonly Recognition[] {
  const api = useApi()
  const cache = useQueryClient()
  const isOn = useConfig().recognition === 'on'
  const texts = useFileTexts(files)
  const textOf = ({ id }: Chosen) => texts.find(({ chosen }) => chosen.id === id)?.text ?? undefined
  const scans = isOn ? files.filter((one) => isScannable(one.type) || textOf(one)?.hasScans === true) : []
  const choices = useQueries({ queries: scans.map((one) => told<boolean>(choiceKey(one))) })
  const progress = useQueries({ queries: scans.map((one) => told<RecognizedSoFar | null>(progressKey(one))) })
  const read = useQueries({
    queries: scans.map((one, at) => ({
      queryKey: recognizedKey(one),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        inTurn(cache, () => recognize({ api, cache }, one, signal)),
      enabled: choices[at]?.data ?? isReadAtOnce(one.type, textOf(one), seesPictures),
      staleTime: Number.POSITIVE_INFINITY,
      // The person decides: others may be waiting for the same place.
      retry: false,
    })),
  })
  return scans.flatMap((chosen, at): Recognition[] => {
    const query = read[at]
    if (!query) return []
    const { isFetching, data, error, refetch } = query
    const isLeft = choices[at]?.data === false || (!isFetching && data === undefined && error === null)
    const found = data?.recognized ? 'read' : data ? 'none' : 'failed'
    return [
      {
        chosen,
        state: isFetching ? 'reading' : isLeft ? 'left' : found,
        progress: progress[at]?.data ?? undefined,
        confidence: data?.recognized?.confidence ?? 0,
        pagesWithoutText: data?.pagesWithoutText ?? [],
        error,
        read: () => {
          cache.setQueryData(choiceKey(chosen), true)
          if (error !== null) void refetch()
        },
        leave: () => {
          cache.setQueryData(choiceKey(chosen), false)
          void cache.cancelQueries({ queryKey: recognizedKey(chosen) })
        },
      },
    ]
  })
}

/** A value that others write into the cache. */
const told = <Value>(queryKey: readonly string[]) =>
  queryOptions<Value>({ queryKey, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY })

const queueOf = perPage((): { last: Promise<unknown> } => ({ last: Promise.resolve() }))

/** One after the other: each holds a connection, of which browsers have few. */
function inTurn<Result>(cache: QueryClient, work: () => Promise<Result>): Promise<Result> {
  const queue = queueOf(cache)
  const result = queue.last.then(work)
  queue.last = result.catch(() => undefined)
  return result
}

/** Resolves when the text was read. @throws ApiProblem, and the signal's reason when the file is removed or left */
async function recognize(
  { api, cache }: { api: Api; cache: QueryClient },
  chosen: Chosen,
  signal: AbortSignal,
): Promise<RecognizedFile> {
  signal.throwIfAborted()
  const { file, type } = chosen
  cache.setQueryData(progressKey(chosen), null)
  const body = await toUpload(file, file.name, type, file.lastModified)
  const response = await api.open(contract.answers.readText, { body }, { signal })
  for await (const { event, data } of readStream(response, signal, (message) => message)) {
    if (event === 'progress') cache.setQueryData(progressKey(chosen), JSON.parse(data) as RecognizedSoFar)
    if (event === 'text') return JSON.parse(data) as RecognizedFile
    if (event === 'error') throw problemOf(JSON.parse(data) as Failed)
  }
  throw new ApiProblem(0, 'OFFLINE', '')
}

interface Failed {
  errorCode: ApiProblem['code']
  errorMessage: string
}

const problemOf = ({ errorCode, errorMessage }: Failed) => new ApiProblem(400, errorCode, errorMessage)
