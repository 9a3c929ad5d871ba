import { expect, test } from 'vitest'
import { word, zip } from '../../test/zip.ts'
import { outlookMail } from '../../test/outlook.ts'
import { toldType } from '../../types/by-bytes.ts'
import { openDocuments } from '../../index.ts'
import { loadReader } from '../index.ts'

const OUTLOOK = 'application/vnd.ms-outlook'

async function read(mail: Buffer) {
  const { blocks, warnings } = await (await loadReader(OUTLOOK, false, mail))(mail)
  return { texts: blocks.map(({ text }) => text), warnings }
}
const SUBJECT = { '0037001F': 'Größe', '0C1A001F': 'Ada' }

test('a mail of Outlook is read like others, with its files', async () => {
  const files = [
    { name: 'a.docx', bytes: zip(word('Leistungen')) },
    { name: 'b.bin', bytes: Buffer.from('MZ\0\0\u0001\u00ff'.repeat(9), 'latin1') },
  ]
  const mail = outlookMail({ properties: { ...SUBJECT, '1000001F': 'Please read it.' }, files })
  expect(toldType(mail, 'application/octet-stream')).toEqual({ mimeType: OUTLOOK })
  const { texts, warnings } = await read(mail)
  expect(texts).toEqual(['Größe', 'Ada', 'Please read it.', 'a.docx', 'Leistungen'])
  expect(warnings).toEqual([{ code: 'attachments', pages: [], names: ['b.bin'] }])
})

test('a mail in a mail is read', async () => {
  const inner = outlookMail({ properties: { ...SUBJECT, '1000001F': 'the inner text' } })
  const outer = outlookMail({
    properties: { ...SUBJECT, '1000001F': 'outer' },
    files: [{ name: 'inner.msg', bytes: inner }],
  })
  expect((await read(outer)).texts).toContain('the inner text')
  const eml = Buffer.from(
    `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: ${OUTLOOK}; name=i.msg\r\nContent-Transfer-Encoding: base64\r\n\r\n${inner.toString('base64').replace(/(.{76})/g, '$1\r\n')}\r\n--b--`,
  )
  const { blocks } = await (await loadReader('message/rfc822', false, eml))(eml)
  expect(blocks.map(({ text }) => text)).toContain('the inner text')
})

test('the form in HTML is read when there is no other, also with its own encoding', async () => {
  const html = Buffer.from('<meta charset=windows-1251><p>\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2', 'latin1')
  expect((await read(outlookMail({ properties: { ...SUBJECT, '10130102': html } }))).texts.at(-1)).toBe(
    'Привет',
  )
})

test('letters that are not in Unicode are those of the code page, else guessed with a warning', async () => {
  const bytes = Buffer.from('f0d2c9d7c5d42c20cbc1cb20c4c5ccc13f20eee520c6c1cac4c520ebcfd4cff7', 'hex')
  const properties = { '0037001E': Buffer.from('plain'), '1000001E': bytes }
  const declared = await read(outlookMail({ properties, page: 20_866 }))
  expect(declared.texts.at(-1)).toMatch(/^Привет, как дела/)
  expect(declared.warnings).toEqual([])
  const { warnings } = await read(outlookMail({ properties }))
  expect(warnings).toMatchObject([{ code: 'encoding_guessed' }])
})

test('letters that are not in Unicode are decoded in the process of readers, which loads nothing any more', async () => {
  const properties = {
    '0037001E': Buffer.from('Gr\u00f6\u00dfe', 'latin1'),
    '1000001E': Buffer.from('\u00c4nderung\0', 'latin1'),
  }
  const files = [{ name: 'a.txt', bytes: Buffer.from('inside') }]
  const bytes = outlookMail({ properties, page: 1_252, files })
  const documents = openDocuments()
  const { text } = await documents.extract({ mimeType: OUTLOOK, bytes }, { key: '1' })
  documents.close()
  expect(text).toBe('# Größe\n\nÄnderung\n\n## a.txt\n\ninside')
})

test('encrypted mails are said', async () => {
  const mail = outlookMail({
    properties: { ...SUBJECT, '001A001F': 'IPM.Note.SMIME' },
    files: [{ name: 'smime.p7m', bytes: Buffer.from('x') }],
  })
  expect((await read(mail)).warnings).toEqual([{ code: 'encrypted_parts', pages: [], names: ['S/MIME'] }])
})

test('a container that is no mail is damaged', async () => {
  await expect(read(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).rejects.toThrow()
})
