// Finds out which packages of text recognition are installed, without loading them (decision 106).
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export const CORE = 'tesseract.js-core/tesseract-core-relaxedsimd-lstm'

/** Returns where the data of a language is, relative to the installed packages. */
export const dataOf = (language: string): string =>
  `@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`

/** Returns the file that a package of `from` resolves to; undefined if it is not installed. */
export function resolved(name: string, from: string): string | undefined {
  try {
    const file = createRequire(from).resolve(name)
    return existsSync(file) ? file : undefined
  } catch {
    // Resolving throws for no other reason.
    return undefined
  }
}

/** Returns those of the languages that can be recognised; none without the program that recognises them. */
export function installedLanguages(languages: readonly string[], from = import.meta.url): string[] {
  if (!resolved(`${CORE}.wasm`, from)) return []
  return languages.filter((language) => resolved(dataOf(language), from))
}

/** Returns all languages whose data is installed beside that of the given ones, which come first. */
export function allLanguages(first: readonly string[], from = import.meta.url): string[] {
  const data = resolved(dataOf(first[0] ?? ''), from)
  if (!data) return [...first]
  const packages = join(data, '..', '..', '..')
  return [...new Set([...first, ...installedLanguages(readdirSync(packages).toSorted(), from)])]
}

/** Whether text in documents of this type can be recognised. */
export const isRecognizable = (mimeType: string): boolean =>
  mimeType === 'application/pdf' || isPictureFile(mimeType) || isOffice(mimeType)

/** Begins the recognised text of a picture in an office document: in no language, and no word that a search finds. */
export const PICTURE_SIGN = '🖼'

const OFFICE: ReadonlySet<string> = new Set([
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.presentation',
])

/** Whether it is a document whose pictures stand between its texts. */
export const isOffice = (mimeType: string): boolean => OFFICE.has(mimeType)

/** Whether it is a picture without text that can be read: SVG has some. */
export const isPictureFile = (mimeType: string): boolean =>
  mimeType.startsWith('image/') && mimeType !== 'image/svg+xml'
