// Which files a data source takes, and which files are in a drop. Pure except for reading folders.
import { DATASOURCE_TYPES, fileTypeOf, TOLD_BY_CONTENT } from '@polylogue/contract/browser'
import { FOREIGN_ENDINGS, isForeignPicture } from '#lib/foreign-pictures.ts'

export interface RefusedFile {
  name: string
  why: 'type' | 'picture' | 'empty'
}

/** Returns the type of a file by its name; undefined when it is not known. */
export function typeOf(name: string): string | undefined {
  const type = fileTypeOf(name)
  return type === TOLD_BY_CONTENT ? undefined : type
}

/** The `accept` value of the file dialog. */
export const ACCEPT = Object.keys(DATASOURCE_TYPES)
  .map((extension) => `.${extension}`)
  .concat(FOREIGN_ENDINGS)
  .join(',')

/** Files that operating systems put into folders. */
const isSystemFile = (name: string) => name.startsWith('.') || /^(Thumbs\.db|desktop\.ini)$/i.test(name)

const isTaken = (file: File) => fileTypeOf(file.name, file.type) !== undefined

/** Whether a file is a picture that data sources take once it is converted. */
export const isConvertible = (file: File): boolean => !isTaken(file) && isForeignPicture(file)

/** Separates the files that can be uploaded from the others; drops files of the operating system. */
export function sortFiles(files: readonly File[]): { accepted: File[]; refused: RefusedFile[] } {
  const accepted: File[] = []
  const refused: RefusedFile[] = []
  for (const file of files) {
    if (isSystemFile(file.name)) continue
    if (!isTaken(file)) refused.push({ name: file.name, why: isForeignPicture(file) ? 'picture' : 'type' })
    else if (file.size === 0) refused.push({ name: file.name, why: 'empty' })
    else accepted.push(file)
  }
  return { accepted, refused }
}

/**
 * Returns the files of a drop, also those in folders. Call it in the event: the browser empties the list afterwards.
 */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return [...files]
  return (await Promise.all(entries.map(filesOf))).flat()
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const found: FileSystemEntry[] = []
  // A folder is read in batches; an empty one is the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) break
    found.push(...batch)
  }
  return (await Promise.all(found.map(filesOf))).flat()
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
