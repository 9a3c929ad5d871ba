// The names of the encodings that Outlook numbers.

/** Encodings by code pages that have no name with their number. */
const PAGES: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  20866: 'koi8-r',
  50220: 'shift_jis',
  50221: 'shift_jis',
  51932: 'shift_jis',
  65001: 'utf-8',
}

/** Returns the names of a code page; none for an unknown one. */
export function labelsOf(page: number): string[] {
  if (Object.hasOwn(PAGES, page)) return [PAGES[page] ?? '']
  if (page >= 1_250 && page <= 1_258) return [`windows-${page}`]
  return page > 28_591 && page <= 28_606 ? [`iso-8859-${page - 28_590}`] : []
}
