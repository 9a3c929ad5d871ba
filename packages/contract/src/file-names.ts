// Names of files as people see them. Has no dependencies, because the server and the web both use it.
import { cutText } from './cut-text.ts'

/**
 * Characters that nobody sees, and in the first group those of them that are part of letters and signs: joiners of emoji (families)
 * and of scripts whose letters join, and the tags of flags.
 */
const HIDDEN =
  /((?<=\p{Extended_Pictographic}(?:\ufe0f|\p{EMod})?)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{sc=Arab}\p{sc=Beng}\p{sc=Deva}\p{sc=Gujr}\p{sc=Guru}\p{sc=Khmr}\p{sc=Knda}\p{sc=Mlym}\p{sc=Mymr}\p{sc=Orya}\p{sc=Sinh}\p{sc=Syrc}\p{sc=Taml}\p{sc=Telu}])[\u200c\u200d](?!\p{Cf})|(?<=\u{1f3f4}[\u{e0030}-\u{e007f}]{0,8})[\u{e0030}-\u{e007f}])|[\p{Cc}\p{Cf}]/gu

/** Returns a text in which characters that nobody sees are replaced, such as those that turn the direction of what follows. */
export const replaceHidden = (text: string, instead: string): string =>
  text.replace(HIDDEN, (_, kept: string | undefined) => kept ?? instead)

/** Letters of an ending that is kept when a name is cut. */
const ENDING = /\.[\p{L}\p{N}]{1,12}$/u

/** Returns the beginning of a file name with its ending, at most `most` UTF-16 units long. */
export function cutFileName(name: string, most: number): string {
  if (name.length <= most) return name
  const ending = ENDING.exec(name)?.[0] ?? ''
  return cutText(name.slice(0, name.length - ending.length), most - ending.length) + ending
}
