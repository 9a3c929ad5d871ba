// The settings that a reader tries out for a document, and the passages that they would make.
import type { Datasource, MediaItem, MediaText } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '#lib/api.ts'
import { useSettled } from '#lib/use-settled.ts'
import type { ChunkChoice } from '../form/chunk-fields.tsx'
import { datasourceKeys } from '../keys.ts'
import type { ShownChunk } from './sections.ts'

/** Milliseconds after the last movement of a slider. */
const DEBOUNCE_MS = 150

const choiceOf = ({ chunkSize, chunkOverlap, useContextual }: Datasource): ChunkChoice => ({
  chunkSize,
  chunkOverlap,
  useContextual,
})

const isSame = (one: ChunkChoice, other: ChunkChoice) =>
  one.chunkSize === other.chunkSize &&
  one.chunkOverlap === other.chunkOverlap &&
  one.useContextual === other.useContextual

/** Returns what the document would become with a choice; a newer choice aborts the request of the older. */
function usePreview({ media_id: id, indexed }: MediaItem, choice: ChunkChoice, enabled: boolean) {
  const api = useApi()
  const settled = useSettled(choice, DEBOUNCE_MS)
  const isValid = settled.chunkOverlap < settled.chunkSize
  const query = useQuery({
    queryKey: [...datasourceKeys.preview(id), indexed, settled],
    enabled: enabled && isValid,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const request = { params: { id }, body: settled }
      return (await api.call(contract.media.cut, request, { signal })).data.preview
    },
  })
  return { ...query, isBusy: isValid && (query.isFetching || settled !== choice) }
}

export type Cutting = ReturnType<typeof useCutting>

interface Trying {
  datasource: Datasource
  text: MediaText | undefined
  isOpen: boolean
  /** Fetches the text again, because it is another one now. */
  onOtherText: () => void
}

/** Returns the settings that are tried out, and the passages to draw: those of the settings, or the stored ones. */
export function useCutting(media: MediaItem, { datasource, text, isOpen, onOtherText }: Trying) {
  const own = choiceOf(datasource)
  const [tried, setTried] = useState<ChunkChoice>()
  const choice = tried ?? own
  // Also the own settings: their lengths are compared.
  const preview = usePreview(media, useSame(choice), isOpen && text !== undefined)
  const isOther =
    preview.data !== undefined && text !== undefined && preview.data.characters !== text.text.length
  useEffect(() => {
    if (isOther) onOtherText()
  }, [isOther, onOtherText])
  const isChanged = isOpen && !isSame(choice, own)
  const chunks: readonly ShownChunk[] | undefined =
    isChanged && preview.data && !isOther ? preview.data.chunks : text?.chunks
  return {
    choice,
    isChanged,
    preview,
    chunks,
    change: (part: Partial<ChunkChoice>) => setTried({ ...choice, ...part }),
    reset: () => setTried(undefined),
  }
}

/** Keeps the identity of equal choices, which `useSettled` compares. */
function useSame(choice: ChunkChoice): ChunkChoice {
  const [kept, setKept] = useState(choice)
  if (isSame(kept, choice)) return kept
  setKept(choice)
  return choice
}
