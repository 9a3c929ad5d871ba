import { officeBlocks } from './office-blocks.ts'
import type { Loads } from './reader.ts'

/** Returns the loader of a reader for an office format. */
export function loadOffice(fileType: 'rtf' | 'epub'): Loads {
  return async () => {
    const { OfficeParser } = await import('officeparser')
    return async (bytes) => {
      const read = await OfficeParser.parseOffice(Buffer.from(bytes), {
        fileType,
        ocr: false,
        extractAttachments: false,
        ignoreComments: true,
        ignoreSlideMasters: true,
      })
      return officeBlocks(read.content)
    }
  }
}
