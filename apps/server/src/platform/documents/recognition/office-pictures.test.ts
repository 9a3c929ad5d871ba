// Recognises text in the pictures of office documents with the real package, in the sealed process.
import { afterAll, expect, test } from 'vitest'
import { png } from '#test/pictures.ts'
import { SCAN } from '#test/scan.ts'
import { OOXML, zip } from '../test/zip.ts'
import { openDocuments, type Block } from '../index.ts'

const documents = openDocuments({}, undefined, ['deu', 'eng', 'bul'])
afterAll(() => documents.close())

const OPEN = 'application/vnd.oasis.opendocument'
const SPACES =
  'xmlns:w="w" xmlns:p="p" xmlns:a="a" xmlns:v="v" xmlns:wp="wp" xmlns:pic="pic" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const link = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const links = (...all: string[]) => `<Relationships>${all.join('')}</Relationships>`
/** A photograph: one colour. */
const PLAIN = png({ width: 400, height: 300 })
const MEDIA = { 'scan.png': SCAN, 'plain.png': PLAIN, 'bomb.png': bombOf(SCAN) }

function bombOf(png: Buffer): Buffer {
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  return bomb
}

const mediaIn = (folder: string) =>
  Object.fromEntries(Object.entries(MEDIA).map(([name, bytes]) => [`${folder}/${name}`, bytes]))
const embeds = ['scan', 'plain', 'bomb'].map((id) => link(id, 'image', `../media/${id}.png`))

const drawing = (id: string) =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
const p = (text: string, more = '') => `<w:p><w:r><w:t>${text}</w:t></w:r>${more}</w:p>`
const word = (body: string) =>
  zip({
    'word/document.xml': `<w:document ${SPACES}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': links(...embeds.map((one) => one.replace('../media', 'media'))),
    ...mediaIn('word/media'),
  })

const picture = (id: string) =>
  `<p:pic><p:nvPicPr><p:cNvPr id="2"/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/></p:blipFill></p:pic>`
const slides = (...all: string[]) =>
  zip({
    'ppt/presentation.xml': `<p:presentation ${SPACES}><p:sldIdLst>${all.map((_, at) => `<p:sldId r:id="s${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': links(
      ...all.map((_, at) => link(`s${at}`, 'slide', `slides/s${at}.xml`)),
    ),
    ...Object.fromEntries(
      all.flatMap((shapes, at) => [
        [`ppt/slides/s${at}.xml`, `<p:sld ${SPACES}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`],
        [`ppt/slides/_rels/s${at}.xml.rels`, links(...embeds)],
      ]),
    ),
    ...mediaIn('ppt/media'),
  })

const frame = (id: string) =>
  `<draw:frame><draw:image xlink:href="Pictures/${id}.png"/><svg:desc>A letter</svg:desc></draw:frame>`
const open = (body: string) =>
  zip({
    'content.xml': `<office:document-content><office:body>${body}</office:body></office:document-content>`,
    ...mediaIn('Pictures'),
  })

async function read(mimeType: string, bytes: Buffer, recognizing: object | null = {}) {
  const file = { mimeType, size: bytes.length, bytes: () => [bytes] }
  const { json, ...facts } = await documents.read(file, { key: '1' }, recognizing ?? undefined)
  return { blocks: JSON.parse(json.toString()) as Block[], ...facts }
}

const LINES = [/bicycle garage opens in March/, /Gebühr beträgt zwölf Euro/, /Библиотеката работи в събота/]
const confidence = expect.any(Number) as number
const recognized = (count: number) => ({ code: 'recognized_pictures', pages: [], count, confidence })

test('text in pictures of a Word document stands where they are, once, and the others count as not read', async () => {
  const mimeType = `${OOXML}.wordprocessingml.document`
  const bytes = word(
    p('Before', drawing('scan')) +
      p('Between', drawing('plain') + drawing('bomb')) +
      p('After', drawing('scan')),
  )
  const first = await read(mimeType, bytes, null)
  expect(first.blocks.map(({ text }) => text)).toEqual(['Before', 'Between', 'After'])
  expect([first.warnings, first.hasScans]).toEqual([[{ code: 'pictures', pages: [], count: 4 }], true])
  const { blocks, warnings } = await read(mimeType, bytes)
  expect(blocks.map(({ text }) => text.slice(0, 2))).toEqual(['Be', '🖼', 'Be', 'Af'])
  for (const line of LINES) expect(blocks[1]?.text).toMatch(line)
  expect(warnings).toEqual([{ code: 'pictures', pages: [], count: 2 }, recognized(2)])
}, 120_000)

test('text in pictures of slides has their number, and a slide that is a picture is not without text', async () => {
  const { blocks, warnings } = await read(
    `${OOXML}.presentationml.presentation`,
    slides(picture('plain'), picture('scan')),
  )
  expect(blocks.map(({ page }) => page)).toEqual([2])
  for (const line of LINES) expect(blocks[0]?.text).toMatch(line)
  expect(warnings).toEqual([
    { code: 'pictures', pages: [], count: 1 },
    { code: 'pages_without_text', pages: [1] },
    recognized(1),
  ])
}, 120_000)

test.each([
  [`${OPEN}.text`, open(`<office:text><text:p>Before${frame('scan')}</text:p></office:text>`), null],
  [
    `${OPEN}.presentation`,
    open(`<office:presentation><draw:page>${frame('scan')}</draw:page></office:presentation>`),
    1,
  ],
])(
  'text in pictures of %s is recognised',
  async (mimeType, bytes, pages) => {
    const found = await read(mimeType, bytes)
    expect(found.pages).toBe(pages)
    const text = found.blocks.map((block) => block.text).join('\n')
    expect(text).toMatch(/\[A letter\]\n🖼 /)
    for (const line of LINES) expect(text).toMatch(line)
    expect(found.warnings).toEqual([recognized(1)])
  },
  120_000,
)
