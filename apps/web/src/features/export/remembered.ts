// The last choices of the download dialog, for the next time.
import type { PaperDetails } from '#features/paper/index.ts'
import { recall, remember } from '#lib/preferences.ts'

export const DETAILS = ['model', 'date', 'options'] as const
export type Detail = (typeof DETAILS)[number]

export const lastFormat = (): string | null => recall('exportFormat')
export const keepFormat = (format: string): void => remember('exportFormat', format)

/** Returns what documents say beside the texts; at first the model and the date. */
export function lastDetails(): PaperDetails {
  const kept = recall('exportDetails')?.split(' ') ?? ['model', 'date']
  return { model: kept.includes('model'), date: kept.includes('date'), options: kept.includes('options') }
}

export const keepDetails = (details: PaperDetails): void =>
  remember('exportDetails', DETAILS.filter((name) => details[name]).join(' '))
