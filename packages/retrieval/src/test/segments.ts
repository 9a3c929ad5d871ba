import { buildSegment, decodePlaces, encodePlaces, type RankedSegment, type TextLanguage } from '../index.ts'

/** Builds a segment of documents in memory; ids are given, or count from the first one. */
export function segmentOf(
  documents: readonly (readonly string[])[],
  ids: number | readonly number[] = 1,
  language: TextLanguage = 'en',
): RankedSegment {
  const chunks = documents.flatMap((texts, documentId) =>
    texts.map((indexed) => ({ documentId, indexed, language })),
  )
  const { buckets, lengths, documentStarts, rows } = buildSegment(chunks)
  const given = typeof ids === 'number' ? chunks.map((_, index) => ids + index) : ids
  const places = decodePlaces(encodePlaces({ ids: given, lengths, documentStarts }))
  return { buckets, places, postings: (bucket) => rows[bucket]?.data }
}
