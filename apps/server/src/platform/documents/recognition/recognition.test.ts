// Recognises text with the real package, in the sealed process.
import { deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { coarseScan, scannedBitmap, SCAN, scannedPdf, scannedTiff } from '#test/scan.ts'
import { DocumentUnreadable, openDocuments, type Block } from '../index.ts'
import { enlarged, timesFor } from './enlarge.ts'
import { installedLanguages } from './installed.ts'
import { inOneScript } from './look-alikes.ts'
import { paragraphsOf } from './paragraphs.ts'
import { pictureFacts } from './picture-file.ts'

const LANGUAGES = ['deu', 'eng', 'bul']
const documents = openDocuments({}, undefined, LANGUAGES)
const without = openDocuments({}, undefined, [])
afterAll(() => {
  documents.close()
  without.close()
})

async function read(mimeType: string, bytes: Buffer) {
  const steps: string[] = []
  const file = { mimeType, size: bytes.length, bytes: () => [bytes] }
  const { json, ...facts } = await documents.read(
    file,
    { key: '1' },
    { onProgress: ({ done, of }) => steps.push(`${done}/${of}`) },
  )
  return { blocks: JSON.parse(json.toString()) as Block[], steps, ...facts }
}

const textOf = ({ blocks }: { blocks: readonly Block[] }) => blocks.map(({ text }) => text).join('\n')
const LINES = [/bicycle garage opens in March/, /Gebühr beträgt zwölf Euro/, /Библиотеката работи в събота/]

test('the text of scanned pages is recognised in three languages, with its page and confidence', async () => {
  const found = await read('application/pdf', scannedPdf(2))
  for (const line of LINES) expect(textOf(found)).toMatch(line)
  expect(found.steps).toEqual(['0/2', '1/2'])
  expect(found.warnings).toEqual([
    { code: 'recognized', pages: [1, 2], confidence: expect.any(Number) as number },
  ])
  expect(found.warnings[0]?.confidence).toBeGreaterThan(80)
  expect(new Set(found.blocks.map(({ page }) => page))).toEqual(new Set([1, 2]))
  // A second scan of other pages is asked for only when there are some.
  expect(found.hasScans).toBeUndefined()
}, 120_000)

test.each(['fax', 'jbig2', 'jpx'] as const)(
  'the pages of a scan that is packed as %s are recognised',
  async (how) => {
    const found = await read('application/pdf', scannedPdf(3, 0, how))
    expect(found.warnings).toMatchObject([{ code: 'recognized', pages: [1, 2, 3] }])
    for (const page of [1, 3])
      for (const line of LINES)
        expect(textOf({ blocks: found.blocks.filter((block) => block.page === page) })).toMatch(line)
  },
  120_000,
)

test('a page that lies on its side, and a picture file, are read', async () => {
  const [turned, picture] = await Promise.all([
    read('application/pdf', scannedPdf(1, 90)),
    read('image/png', SCAN),
  ])
  for (const found of [turned, picture]) for (const line of LINES) expect(textOf(found)).toMatch(line)
  expect(picture.pages).toBeNull()
}, 120_000)

test('a Windows bitmap is read, and one that would need gigabytes is not decoded', async () => {
  const bitmap = scannedBitmap()
  const found = await read('image/bmp', bitmap)
  for (const line of LINES) expect(textOf(found)).toMatch(line)
  bitmap.writeInt32LE(-60_000, 22)
  bitmap.writeInt32LE(60_000, 18)
  const bomb = await read('image/bmp', bitmap)
  expect([bomb.blocks, bomb.warnings[0]?.code]).toEqual([[], 'pictures'])
}, 120_000)

test('a picture with few dots per inch is read enlarged', async () => {
  const found = await read('image/png', coarseScan())
  for (const line of LINES) expect(textOf(found)).toMatch(line)
}, 120_000)

test('small pictures are enlarged to gray, with means between their pixels', () => {
  expect(timesFor({ width: 612, height: 792, depth: 32 })).toBe(3)
  expect(timesFor({ width: 1_000, height: 1_400, depth: 8 })).toBe(2)
  expect(timesFor({ width: 2_480, height: 3_508, depth: 32 })).toBe(1)
  expect(timesFor({ width: 90, height: 90, depth: 1 })).toBe(1)
  const words = (values: readonly number[]) => {
    const view = new DataView(new ArrayBuffer(4 * values.length))
    values.forEach((value, at) => view.setUint32(4 * at, value, true))
    return view
  }
  const gray = enlarged({ width: 2, height: 1, depth: 8, row: 1, words: words([0x00_64_00_00]) }, 2)
  expect([gray.width, gray.height, ...gray.pixels]).toEqual([4, 2, 0, 25, 75, 100, 0, 25, 75, 100])
  const color = enlarged({ width: 1, height: 1, depth: 32, row: 1, words: words([0xff_00_00_ff]) }, 1)
  expect([...color.pixels]).toEqual([76])
})

test('letters of another script that look alike become those of the words around them', () => {
  const inOne = (text: string) => inOneScript(text.split(' ')).join(' ')
  expect(inOne('APPOINTMENT THROUGH ТНЕ COMPETITIVE (с) А')).toBe('APPOINTMENT THROUGH THE COMPETITIVE (c) A')
  expect(inOne('Библиотеката pаботи в събота c хора')).toBe('Библиотеката работи в събота с хора')
  // A word of its own stays, and so does everything where neither script prevails.
  expect(inOne('The word събота means Saturday, роса')).toBe('The word събота means Saturday, роса')
  expect(inOne('Москва – Moscow, а')).toBe('Москва – Moscow, а')
})

test('the pages of a TIFF file are recognised, without thumbnails, and it may have a single one', async () => {
  const found = await read('image/tiff', scannedTiff(2))
  expect([found.pages, found.steps]).toEqual([2, ['0/2', '1/2']])
  expect(found.warnings).toMatchObject([{ code: 'recognized', pages: [1, 2] }])
  for (const page of [1, 2])
    for (const line of LINES)
      expect(textOf({ blocks: found.blocks.filter((block) => block.page === page) })).toMatch(line)
  const one = await read('image/tiff', scannedTiff(1))
  expect([one.pages, one.warnings[0]?.count]).toEqual([null, 1])
  expect(textOf(one)).toMatch(LINES[0] as RegExp)
  const cut = await read('image/tiff', scannedTiff(2).subarray(0, 8))
  expect([cut.blocks, cut.warnings[0]?.code]).toEqual([[], 'pictures'])
}, 120_000)

test('without text recognition, a scan has no text, and it is known that it may have some', async () => {
  expect(without.recognizes).toEqual([])
  expect(without.canRecognize('application/pdf')).toBe(false)
  expect(documents.canRecognize('image/png')).toBe(true)
  expect(documents.canRecognize('image/svg+xml')).toBe(false)
  const bytes = scannedPdf()
  const file = { mimeType: 'application/pdf', size: bytes.length, bytes: () => [bytes] }
  const { characters, hasScans, warnings } = await without.read(file, { key: '1' })
  expect([characters, hasScans, warnings[0]?.code]).toEqual([0, true, 'pages_without_text'])
})

test('languages count as installed only with the program and their data', () => {
  expect(installedLanguages(LANGUAGES)).toEqual(LANGUAGES)
  expect(installedLanguages(['xyz', 'deu'])).toEqual(['deu'])
  expect(installedLanguages(LANGUAGES, 'file:///elsewhere/module.js')).toEqual([])
})

test('a picture that would need gigabytes is not decoded, and noise has no text', async () => {
  const header = Buffer.from(SCAN)
  header.writeUInt32BE(60_000, 16)
  header.writeUInt32BE(60_000, 20)
  const found = await read('image/png', header)
  expect([found.blocks, found.warnings]).toEqual([[], [{ code: 'pictures', pages: [], count: 1 }]])
  // One colour, without words.
  const rows = deflateSync(Buffer.alloc(400 * 500))
  const pdf = Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[4 0 R]/Count 1>>endobj\n4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources<</XObject<</P 3 0 R>>>>>>endobj\n5 0 obj<</Length 28>>stream\nq 612 0 0 792 0 0 cm /P Do Q\nendstream\nendobj\n3 0 obj<</Subtype/Image/Width 400/Height 500/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode/Length ${rows.length}>>stream\n`,
    ),
    rows,
    Buffer.from('\nendstream\nendobj\ntrailer<</Root 1 0 R/Size 6>>\n%%EOF'),
  ])
  expect((await read('application/pdf', pdf)).characters).toBe(0)
}, 120_000)

test('a page has a limited time, and reading ends when the requester leaves', async () => {
  const hasty = openDocuments(
    { recognition: { pageMs: 0, documentMs: 60_000, timeMs: 60_000, memoryMb: 900 } },
    undefined,
    LANGUAGES,
  )
  try {
    const bytes = scannedPdf()
    const file = { mimeType: 'application/pdf', size: bytes.length, bytes: () => [bytes] }
    const { characters, warnings } = await hasty.read(file, { key: '1' }, {})
    expect([characters, warnings[0]?.code]).toEqual([0, 'pages_without_text'])
    const gone = new AbortController()
    const reading = hasty.read(file, { key: '2', gone: gone.signal }, { onProgress: () => gone.abort() })
    await expect(reading).rejects.toBeInstanceOf(DocumentUnreadable)
  } finally {
    hasty.close()
  }
}, 120_000)

test('picture files say their size and orientation', () => {
  expect(pictureFacts(SCAN)).toEqual({ width: 760, height: 220, orientation: 1 })
  const jpeg = Buffer.from(
    'ffd8ffe1002045786966000049492a000800000001001201030001000000060000000000ffffc0001108006400c8030122',
    'hex',
  )
  expect(pictureFacts(jpeg)).toMatchObject({ orientation: 6 })
  for (const broken of ['', 'ffd8', '89504e47', '49492a0008'])
    expect(pictureFacts(Buffer.from(broken, 'hex'))).toBeUndefined()
})

test('words become paragraphs: full lines continue, hyphens are joined, uncertain ones are left out', () => {
  const row = (
    block: number,
    line: number,
    word: number,
    left: number,
    width: number,
    sure: number,
    text: string,
  ) => ['5', 1, block, 1, line, word, left, 0, width, 10, sure, text].join('\t')
  const found = paragraphsOf(
    [
      row(1, 1, 1, 0, 40, 96, 'The'),
      row(1, 1, 2, 50, 50, 94, 'cater-'),
      row(1, 2, 1, 0, 40, 95, 'pillar'),
      row(1, 3, 1, 0, 90, 95, 'sleeps'),
      row(2, 1, 1, 0, 90, 10, '~|%'),
    ].join('\n'),
  )
  expect(found).toMatchObject({ blocks: [{ text: 'The caterpillar\nsleeps' }], confidence: 95 })
  expect(paragraphsOf(row(1, 1, 1, 0, 9, 20, 'blob'))).toBeUndefined()
})

/** Lines of Tesseract: a block, and words with their left edge, on lines with their lower end. */
const wordsAt = (
  lines: readonly (readonly [block: number, bottom: number, ...words: (number | string)[]])[],
) =>
  lines
    .flatMap(([block, bottom, ...words], line) =>
      words.flatMap((text, index) => {
        if (typeof text === 'number') return []
        const [left, below] = [Number(words[index - 1]), /[gjpqy]/.test(text) ? 6 : 0]
        return [
          '5',
          1,
          block,
          1,
          line,
          index,
          left,
          bottom - 20,
          10 * text.length,
          20 + below,
          95,
          text,
        ].join('\t')
      }),
    )
    .join('\n')

test('words that stand apart in columns are rows of a table, also where each column is a block of its own', () => {
  const found = paragraphsOf(
    wordsAt([
      [1, 40, 50, 'Rainfall', 140, 'in', 170, '2025'],
      [2, 100, 50, 'Station'],
      [2, 140, 50, 'Upper', 110, 'valley'],
      [2, 180, 50, 'Harbour'],
      [2, 220, 50, 'Bridge'],
      [3, 280, 50, 'Read', 100, 'by', 130, 'hand.'],
      [4, 100, 300, 'Height', 500, 'Share'],
      [4, 140, 300, '988', 500, '31 %'],
      [4, 180, 300, '4'],
      [4, 220, 300, '7', 480, '|', 500, '8 %'],
    ]),
  )
  expect(found?.blocks).toEqual([
    { kind: 'text', text: 'Rainfall in 2025' },
    {
      kind: 'table',
      text: 'Station | Height | Share\nUpper valley | 988 | 31 %\nHarbour | 4\nBridge | 7 | 8 %',
      head: 'Station | Height | Share',
    },
    { kind: 'text', text: 'Read by hand.' },
  ])
})

test('columns of running text in a scan are no table', () => {
  const words = 'The committee met in March and decided it'.split(' ')
  const line = (block: number, bottom: number, left: number) => {
    const places = words.flatMap((word, index) => [
      left + 8 * index + 10 * words.slice(0, index).join('').length,
      word,
    ])
    return [block, bottom, ...places] as const
  }
  const found = paragraphsOf(
    wordsAt([0, 1, 2, 3, 4].flatMap((at) => [line(1, 40 + 30 * at, 50), line(2, 40 + 30 * at, 600)])),
  )
  expect(found?.blocks.map(({ kind }) => kind)).toEqual(['text', 'text'])
})

test('narrow columns in a scan are no table, although lines without high and low letters look smaller', () => {
  const left = [
    'Rooms for groups hold',
    'between eight and thirty',
    'people. They can be',
    'reserved by telephone or',
  ]
  const right = [
    'The garden behind the',
    'buildin belonos to the',
    'school next door, but',
    'readers ma sit there',
  ]
  const line = (block: number, at: number, start: number, text: string) => {
    const places = text
      .split(' ')
      .flatMap((word, index, all) => [start + 8 * index + 10 * all.slice(0, index).join('').length, word])
    return [block, 40 + 35 * at, ...places] as const
  }
  const columns = [left, right].map((texts) => [...texts, ...texts, ...texts])
  const found = paragraphsOf(
    wordsAt(columns.flatMap((texts, side) => texts.map((text, at) => line(side, at, 50 + 340 * side, text)))),
  )
  expect(found?.blocks.map(({ kind }) => kind)).toEqual(['text', 'text'])
})

test('Bulgarian prefixes keep their hyphen at the end of a line', () => {
  const found = paragraphsOf(
    wordsAt([
      [1, 40, 50, 'Вестниците', 160, 'по-'],
      [1, 70, 50, 'старите', 130, 'най-'],
      [1, 100, 50, 'рано'],
    ]),
  )
  expect(found?.blocks.map(({ text }) => text)).toEqual(['Вестниците по-старите най-рано'])
})

test('scans are recognised one at a time, in turns between people', async () => {
  const order: string[] = []
  const begun: string[] = []
  const file = { mimeType: 'image/png', size: SCAN.length, bytes: () => [SCAN] }
  const recognise = async (scan: string) => {
    const onProgress = () => void (begun.at(-1) === scan || begun.push(scan))
    await documents.read(file, { key: scan.slice(0, -1) }, { onProgress })
    order.push(scan)
  }
  await Promise.all(['anna1', 'anna2', 'anna3', 'ben1'].map(recognise))
  expect(order).toEqual(['anna1', 'ben1', 'anna2', 'anna3'])
  // A scan begins after the one before has ended.
  expect(begun).toEqual(order)
}, 120_000)
