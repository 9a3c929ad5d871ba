// Makes a file of a shared chat. The writers are those of the product's exports; they load with the first download.
import { loadCode } from '#lib/load-code.ts'
import type { Download } from './formats.ts'

/** Downloads a file; rejects when it cannot be made. */
export async function downloadShared(download: Download): Promise<void> {
  const { writeShared } = await loadCode(() => import('./write-shared.ts'))
  await writeShared(download)
}
