// The last choices of the download dialog, for the next time.
import type { PaperDetails } from '#features/paper/index.ts'
import { recall, remember } from '#lib/preferences.ts'

export const DETAILS = ['model', 'date', 'options', 'pictures'] as const
export type Detail = (typeof DETAILS)[number]

export const lastFormat = (): string | null => recall('exportFormat')
export const keepFormat = (format: string): void => remember('exportFormat', format)

/** What a document has beside the texts. */
export interface ExportDetails extends PaperDetails {
  /** The pictures attached to questions. */
  pictures: boolean
}

/** Returns the last choices; at first all but the prompt options. */
export function lastDetails(): ExportDetails {
  const kept = recall('exportDetails')?.split(' ') ?? ['model', 'date']
  return {
    model: kept.includes('model'),
    date: kept.includes('date'),
    options: kept.includes('options'),
    // Choices of before there were pictures do not say that they are unwanted.
    pictures: !kept.includes(NO_PICTURES),
  }
}

const NO_PICTURES = 'noPictures'

export function keepDetails(details: ExportDetails): void {
  const kept = DETAILS.filter((name) => details[name] && name !== 'pictures')
  remember('exportDetails', [...kept, ...(details.pictures ? [] : [NO_PICTURES])].join(' '))
}
