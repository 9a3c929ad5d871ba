import { readDraft } from '#lib/drafts.ts'

export const soonsKey = (userId: number): string => `${userId}.soon`

/** Whether a data source of an earlier visit is not used yet. */
export const hasStoredSoons = (userId: number): boolean => readDraft(soonsKey(userId)) !== ''
