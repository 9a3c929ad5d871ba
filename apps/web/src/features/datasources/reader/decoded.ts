// Reads the text of a stored file.

/** Characters that are shown; the download has all. */
const MOST = 400_000

/** Returns the beginning of a text file: UTF-8, or else the usual encoding of its language. */
export async function decoded(blob: Blob, language: string | null): Promise<string> {
  const whole = blob.size <= MOST
  const bytes = await blob.slice(0, MOST).arrayBuffer()
  try {
    // A cut in the middle of a character is no error while more is to come.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole }) + (whole ? '' : ' …')
  } catch {
    return new TextDecoder(language === 'bg' ? 'windows-1251' : 'windows-1252').decode(bytes)
  }
}
