// Makes a file of a shared chat. The writers are those of the product's exports; they load with the first download.
import type { SharedMessage, SharedPage } from '@polylogue/contract'
import { loadCode } from '#lib/load-code.ts'

/** In the order of the menu: what people read comes before what programs read. */
export const SHARED_FORMATS = ['html', 'txt', 'png', 'csv', 'json'] as const
export type SharedFormat = (typeof SHARED_FORMATS)[number]

export interface Download {
  format: SharedFormat
  share: SharedPage
  chat: number
  messages: readonly SharedMessage[]
}

/** Downloads a file; rejects when it cannot be made. */
export async function downloadShared(download: Download): Promise<void> {
  const { writeShared } = await loadCode(() => import('./write-shared.ts'))
  await writeShared(download)
}
