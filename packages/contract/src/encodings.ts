// Encodings of text files, for the choice of the page.

/** Encodings that texts can be read as, by the names of decoders, with the names that people know. */
export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'utf-32le': 'UTF-32 LE',
  'utf-32be': 'UTF-32 BE',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'windows-1255': 'Windows-1255',
  'windows-1256': 'Windows-1256',
  'windows-1257': 'Windows-1257',
  'windows-1258': 'Windows-1258',
  'windows-874': 'Windows-874',
  'iso-8859-2': 'ISO 8859-2',
  'iso-8859-5': 'ISO 8859-5',
  'iso-8859-7': 'ISO 8859-7',
  'koi8-r': 'KOI8-R',
  'koi8-u': 'KOI8-U',
  ibm866: 'CP866',
  cp850: 'CP850',
  cp852: 'CP852',
  macintosh: 'Mac Roman',
  'x-mac-cyrillic': 'Mac Cyrillic',
  gb18030: 'GB18030 (GBK)',
  big5: 'Big5',
  shift_jis: 'Shift JIS',
  'euc-jp': 'EUC-JP',
  'iso-2022-jp': 'ISO 2022-JP',
  'euc-kr': 'EUC-KR',
} as const
export type Encoding = keyof typeof ENCODINGS
/** What a person chooses; `auto` tells it from the bytes. */
export type ChosenEncoding = Encoding | 'auto'

/** Whether a file of this type is a text whose encoding can be chosen. */
export const hasEncoding = (mimeType: string): boolean => mimeType.startsWith('text/')
