import type { PublicConfig } from '#lib/config.ts'
import type { SharedMessage, SharedPage } from '@polylogue/contract'

/** In the order of the menu: what people read comes before what programs read. */
export const SHARED_FORMATS = ['pdf', 'docx', 'md', 'html', 'txt', 'png', 'csv', 'json'] as const
export type SharedFormat = (typeof SHARED_FORMATS)[number]

export interface Download {
  config: PublicConfig
  format: SharedFormat
  share: SharedPage
  chat: number
  messages: readonly SharedMessage[]
  /** Returns a file of the link by its key. */
  file: (key: number) => Promise<Blob>
  signal: AbortSignal
}
