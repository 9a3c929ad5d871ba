// Marks in texts that stand for pictures until their text is recognised. They are no characters of any writing.
import type { Block } from '../blocks.ts'
import type { PicturePlaces } from './reader.ts'

const MARK = /\uFDD0(\d{1,6})\uFDD1/g

/** Collects the parts of pictures by the numbers of their marks. */
export function openPlaces(): PicturePlaces & { readonly parts: readonly string[] } {
  const parts: string[] = []
  return { parts, markOf: (part) => `\uFDD0${parts.push(part) - 1}\uFDD1` }
}

/** Returns a text without marks. */
export const withoutMarks = (text: string): string => text.replace(MARK, '').trim()

/** Returns the numbers of the marks in a text. */
export const marksIn = (text: string): number[] =>
  [...text.matchAll(MARK)].map(([, number]) => Number(number))

/** Whether blocks have no text besides marks. */
export const areBlank = (blocks: readonly Block[]): boolean =>
  blocks.every(({ text }) => withoutMarks(text) === '')

/** Whether a description of a picture is a path or the name of its file: some programs write that instead. */
export const isFileName = (description: string): boolean =>
  /^\S*[\\/.]\w{2,4}$|\\|\.(?:png|jpe?g|gif|tiff?|bmp|svg|emf|wmf|webp|heic|pdf|psd|eps|ai)$/i.test(
    description,
  )
