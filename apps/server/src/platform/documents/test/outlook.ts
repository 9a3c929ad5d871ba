import { CFB } from '@e965/xlsx'

export interface OutlookMail {
  /** Properties by their tag in hexadecimal digits; texts are stored as UTF-16. */
  readonly properties: Readonly<Record<string, string | Buffer>>
  /** The number of the code page of its letters. */
  readonly page?: number
  readonly files?: readonly { readonly name: string; readonly bytes: Buffer }[]
}

const INTERNET_CODE_PAGE = 0x3fde0003

/** Returns a mail as Outlook stores it. */
export function outlookMail({ properties, page = 0, files = [] }: OutlookMail): Buffer {
  const container = CFB.utils.cfb_new()
  const add = (path: string, content: string | Buffer) => {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf16le') : content
    CFB.utils.cfb_add(container, `/${path}`, bytes)
  }
  const fixed = Buffer.alloc(48)
  fixed.writeUInt32LE(INTERNET_CODE_PAGE, 32)
  fixed.writeUInt32LE(page, 40)
  add('__properties_version1.0', page === 0 ? fixed.subarray(0, 32) : fixed)
  for (const [tag, content] of Object.entries(properties)) add(`__substg1.0_${tag}`, content)
  files.forEach(({ name, bytes }, index) => {
    const folder = `__attach_version1.0_#0000000${index}`
    add(`${folder}/__properties_version1.0`, Buffer.alloc(8))
    add(`${folder}/__substg1.0_3707001F`, name)
    add(`${folder}/__substg1.0_37010102`, bytes)
  })
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Buffer)
}
