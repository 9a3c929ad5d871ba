// Workbooks that are encrypted with the default password of Excel, which every program opens without asking.
import { isContainer } from '../archive.ts'
import { loadXml } from '../formats/xml.ts'
import { DocumentUnreadable } from '../unreadable.ts'
import { openPackage } from './package.ts'
import { openRecords } from './records.ts'

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const XLS = 'application/vnd.ms-excel'
/** Excel encrypts with it where a workbook is protected and nobody has to type a password to open it. */
const PASSWORD = Buffer.from('VelvetSweatshop', 'utf16le')

/** Returns a document without the default password, other documents as they are. @throws DocumentUnreadable with another password */
export type Unlock = (bytes: Uint8Array) => Uint8Array

/** Loads what opens a document; `bytes` are those of the only one. */
export async function loadUnlock(mimeType: string, bytes?: Uint8Array): Promise<Unlock> {
  if (!isWorkbook(mimeType) || (bytes && !isContainer(bytes))) return (given) => given
  const [{ CFB }, parse] = await Promise.all([import('@e965/xlsx'), loadXml()])
  return (given) => {
    if (!isContainer(given)) return given
    const container = CFB.read(Buffer.from(given.buffer, given.byteOffset, given.length), { type: 'buffer' })
    const part = (name: string) => {
      const found = CFB.find(container, name)
      return found && Buffer.from(found.content)
    }
    const [info, packed] = [part('/EncryptionInfo'), part('/EncryptedPackage')]
    if (info && packed)
      return opened(() => openPackage({ info, packed, password: PASSWORD, parse: parse.anew() }))
    const book = part('/Workbook') ?? part('/Book')
    const whole = book && opened(() => openRecords(book, PASSWORD))
    if (!whole || whole === book) return given
    const made = CFB.utils.cfb_new()
    CFB.utils.cfb_add(made, '/Workbook', whole)
    return CFB.write(made, { type: 'buffer' }) as Buffer
  }
}

const isWorkbook = (mimeType: string) => mimeType === SHEET || mimeType === XLS

function opened(open: () => Buffer | undefined): Buffer {
  const bytes = open()
  if (!bytes) throw new DocumentUnreadable('the document is encrypted', 'encrypted')
  return bytes
}
