// The encodings that texts are read as, with their names and the scripts that people know them by.
import type { Encoding } from '@polylogue/contract'

export const ENCODINGS = {
  'utf-8': { name: 'UTF-8', script: 'unicode' },
  'utf-16le': { name: 'UTF-16 LE', script: 'unicode' },
  'utf-16be': { name: 'UTF-16 BE', script: 'unicode' },
  'utf-32le': { name: 'UTF-32 LE', script: 'unicode' },
  'utf-32be': { name: 'UTF-32 BE', script: 'unicode' },
  'windows-1250': { name: 'Windows-1250', script: 'central' },
  'windows-1251': { name: 'Windows-1251', script: 'cyrillic' },
  'windows-1252': { name: 'Windows-1252', script: 'western' },
  'windows-1253': { name: 'Windows-1253', script: 'greek' },
  'windows-1254': { name: 'Windows-1254', script: 'turkish' },
  'windows-1255': { name: 'Windows-1255', script: 'hebrew' },
  'windows-1256': { name: 'Windows-1256', script: 'arabic' },
  'windows-1257': { name: 'Windows-1257', script: 'baltic' },
  'windows-1258': { name: 'Windows-1258', script: 'vietnamese' },
  'windows-874': { name: 'Windows-874', script: 'thai' },
  'iso-8859-2': { name: 'ISO 8859-2', script: 'central' },
  'iso-8859-5': { name: 'ISO 8859-5', script: 'cyrillic' },
  'iso-8859-7': { name: 'ISO 8859-7', script: 'greek' },
  'koi8-r': { name: 'KOI8-R', script: 'cyrillic' },
  'koi8-u': { name: 'KOI8-U', script: 'cyrillic' },
  ibm866: { name: 'CP866', script: 'cyrillic' },
  cp850: { name: 'CP850', script: 'western' },
  cp852: { name: 'CP852', script: 'central' },
  macintosh: { name: 'Mac Roman', script: 'western' },
  'x-mac-cyrillic': { name: 'Mac Cyrillic', script: 'cyrillic' },
  gb18030: { name: 'GB18030 (GBK)', script: 'simplified' },
  big5: { name: 'Big5', script: 'traditional' },
  shift_jis: { name: 'Shift JIS', script: 'japanese' },
  'euc-jp': { name: 'EUC-JP', script: 'japanese' },
  'iso-2022-jp': { name: 'ISO 2022-JP', script: 'japanese' },
  'euc-kr': { name: 'EUC-KR', script: 'korean' },
} as const satisfies Record<Encoding, { readonly name: string; readonly script: string }>

/** Returns the name of an encoding; of another one what it is called by its file. */
export function encodingName(label: string): string {
  const known: Readonly<Record<string, { readonly name: string }>> = ENCODINGS
  return known[label]?.name ?? label
}
