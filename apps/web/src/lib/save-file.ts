// Downloads a file that the page has made.
import { cutText, replaceHidden } from '@polylogue/contract/browser'

/** Returns a file name from a name and the date, without characters that file systems refuse. */
export function fileNameOf(whole: string, now: Date, ending: string): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  const allowed = replaceHidden(whole.normalize('NFC').toWellFormed(), ' ')
    .replaceAll(/[<>:"/\\|?*]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  const name = cutText(allowed, 120).trim()
  return `${name || 'chat'} ${day.join('-')}.${ending}`
}

/** Gives the browser a file to download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
