// Files, or pages of them, without text: what is told before sending, and what a model gets (decision 101).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, type PromptPayload } from '@polylogue/contract'
import { pdfWith } from '#test/pdf.ts'
import { askAll, openTalk, textOf, type Talk } from '#test/talk.ts'

const { answers, queries } = contract

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([])
})
afterAll(() => talk[Symbol.asyncDispose]())

const file = (name: string, mime_type: string, bytes: Buffer) => ({
  name,
  mime_type,
  base64: bytes.toString('base64'),
})
const pdf = (name: string, ...pages: string[]) => file(name, 'application/pdf', pdfWith(...pages))
const scan = pdf('scan.pdf', '', '')
const partly = pdf('partly.pdf', 'The price is 30 euros.', '', 'The date is open.', '')
const whole = pdf('whole.pdf', 'All of it.')
const blank = file('blank.txt', 'text/plain', Buffer.from(' \n '))

test('a file can be read before it is sent: whether it has text, and which pages have none', async () => {
  const read = async (body: typeof scan) =>
    (await talk.anna.client.call(answers.readFile, { body })).data.file
  expect(await read(whole)).toEqual({ hasText: true, pagesWithoutText: [], hasScans: false })
  expect(await read(partly)).toEqual({ hasText: true, pagesWithoutText: [2, 4], hasScans: true })
  expect((await read(scan)).hasText).toBe(false)
  expect((await read(blank)).hasText).toBe(false)
  await expect(read(file('a.exe', 'application/x-msdownload', Buffer.from('MZ')))).rejects.toMatchObject({
    code: 'ATTACHMENT_REFUSED',
  })
})

test('a question that must have text is refused before it is stored, with the pages, and sent without that', async () => {
  const projectTabId = await talk.newTab()
  const ask = (more: Partial<PromptPayload>) =>
    talk.anna.client.call(answers.ask, {
      params: { id: 1 },
      body: { prompt: 'What does it cost?', projectTabId, attachments: [whole, partly, scan], ...more },
    })
  const stored = async () =>
    (await talk.anna.client.call(queries.list, { params: { id: projectTabId } })).data.Queries.length
  await expect(ask({ requiresText: true })).rejects.toMatchObject({
    status: 409,
    code: 'ATTACHMENT_WITHOUT_TEXT',
    message: expect.stringContaining('partly.pdf, scan.pdf') as string,
    issues: ['attachments.1.pages.2', 'attachments.1.pages.4', 'attachments.2.text'].map((path): unknown =>
      expect.objectContaining({ path: expect.stringMatching(new RegExp(`${path}$`)) as string }),
    ),
  })
  expect(await stored()).toBe(0)
  await ask({ requiresText: true, attachments: [whole] })
  await ask({})
  expect(await stored()).toBe(2)
})

test('a model is told what it does not know of a file', async () => {
  const attachments = [partly, scan, blank]
  const received = textOf(await askAll(talk, 'echo', { projectTabId: await talk.newTab(), attachments }))
  expect(received).toContain(
    'Pages without text, probably scans or pictures: 2, 4. Their content is not known',
  )
  for (const { name } of [scan, blank])
    expect(received).toMatch(
      new RegExp(`${name}[^<]*This document has no text, probably because it is a scan`),
    )
})
