// Answers that use a data source: what the model receives, what is cited, and when no passages are used.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, type Datasource, type Message, type PromptPayload } from '@polylogue/contract'
import { pdfOf } from '#test/pdf.ts'
import { readySource, tabWithSource, untilReady } from '#test/ready-source.ts'
import { askAll, openTalk, queryOf, scripted, textOf, type Talk, type WireEvent } from '#test/talk.ts'

const { datasources, tabs } = contract

/** A model that translates the question of the test below. */
const german = scripted({ text: 'Wann wird ein Rechner ersetzt' })

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([german])
})
afterAll(() => talk[Symbol.asyncDispose]())

const ready = (name?: string, text?: string): Promise<Datasource> =>
  readySource(talk.anna, { ...(name && { name }), ...(text && { text }) })
const tabWith = (datasourceId: number) => tabWithSource(talk, datasourceId)

function messageOf(events: readonly WireEvent[]): Message {
  const message = queryOf(events)
  if (!message) throw new Error('the answer has no message')
  return message
}

const statistic = (message: Message, key: string) => message.statistics.find((one) => one.key === key)?.value

test('the model receives passages before the question, and the answer cites them with their place', async () => {
  const source = await ready()
  const projectTabId = await tabWith(source.id)
  const events = await askAll(talk, 'echo', {
    projectTabId,
    prompt: 'When is a laptop replaced?',
    amountOfChunks: 1,
  })
  const sent = JSON.parse(textOf(events)) as { messages: { content: string }[] }
  expect(sent.messages.at(-1)?.content).toContain('A laptop is replaced after four years')
  expect(sent.messages.at(-1)?.content).not.toContain('30 euros')
  const message = messageOf(events)
  expect(message.sources).toMatchObject([{ id: 1, title: 'rules.md', place: 'Laptops' }])
  expect([statistic(message, 'datasourceSearched'), statistic(message, 'datasourceUsed')]).toEqual([
    source.chunks,
    1,
  ])
  const address = new URL(message.sources[0]?.uri ?? '', 'http://x')
  const [from, to] = ['from', 'to'].map((name) => Number(address.searchParams.get(name)))
  const mediaId = Number(address.pathname.split('/').at(-1))
  const { data } = await talk.anna.client.call(contract.media.text, { params: { id: mediaId } })
  expect(data.document.text.slice(from, to)).toBe(message.sources[0]?.quote)
})

test('rows of a long table reach the model, Guide and the search with the head of the table', async () => {
  const head = '| Name | Winter price | Summer price |'
  const rows = Array.from({ length: 40 }, (_, at) => `| Bicycle ${at} | ${at} euros | ${at + 7} euros |`)
  const source = await ready('Bicycles', ['# Prices', '', head, '|---|---|---|', ...rows].join('\n'))
  const projectTabId = await tabWith(source.id)
  const asked = { projectTabId, prompt: 'Winter price of Bicycle 33', amountOfChunks: 1 }
  const events = await askAll(talk, 'echo', asked)
  const sent = JSON.parse(textOf(events)) as { messages: { content: string }[] }
  const shown = /Name \| Winter price \| Summer price[^\n]*\n[^]*Bicycle 33 \| 33 euros \| 40 euros/
  expect(sent.messages.at(-1)?.content).toMatch(shown)
  const [cited] = messageOf(events).sources
  expect(cited?.quote).toMatch(shown)
  expect(textOf(await askAll(talk, 'Guide', asked))).toMatch(shown)

  const found = await talk.anna.client.call(datasources.search, {
    params: { id: source.id },
    body: { q: asked.prompt, limit: 1 },
  })
  const [passage] = found.data.Passages
  expect(passage?.head).toContain('Winter price')
  expect(passage?.text).not.toContain('Winter price')
  const id = passage?.mediaId ?? 0
  const { data } = await talk.anna.client.call(contract.media.text, { params: { id } })
  const { chunks, text } = data.document
  expect(chunks.find(({ chunkId }) => chunkId === passage?.chunkId)?.head).toBe(passage?.head)
  expect(chunks[0]?.head).toBe('')
  // The address is that of the rows, and its sum is that of their text in the document.
  const { searchParams } = new URL(cited?.uri ?? '', 'http://x')
  const slice = text.slice(Number(searchParams.get('from')), Number(searchParams.get('to')))
  expect(cited?.quote).toBe(`${passage?.head}\n${slice}`)
  const sum = createHash('sha256').update(slice).digest('hex').slice(0, 16)
  expect(searchParams.get('sum')).toBe(sum)
  const { data: cut } = await talk.anna.client.call(contract.media.cut, {
    params: { id },
    body: { chunkSize: 64, chunkOverlap: 16, useContextual: true },
  })
  expect(cut.preview.chunks.map((one) => one.head)).toEqual(chunks.map((one) => one.head))
})

test('an answer cites the page and the heading of the sentence, and its address opens them', async () => {
  const pdf = pdfOf([
    [
      [20, 720, 'Travel'],
      [11, 690, 'The daily allowance for travel inside the country is 30 euros.'],
    ],
    [[11, 720, 'The allowance abroad depends on the country and is listed by the ministry.']],
    [
      [20, 720, 'Laptops'],
      [11, 690, 'A laptop is replaced after four years, or when its repair costs more.'],
    ],
  ])
  const media = [{ name: 'rules.pdf', mime_type: 'application/pdf', content: pdf.toString('base64') }]
  const made = await talk.anna.client.call(datasources.create, { body: { name: 'Pages', media } })
  const source = await untilReady(talk.anna, made.data.datasource.id)
  expect(source.chunks).toBe(1)
  const prompt = 'When is a laptop replaced?'
  const events = await askAll(talk, 'echo', { projectTabId: await tabWith(source.id), prompt })
  const [cited] = messageOf(events).sources
  expect(cited?.place).toBe('Laptops · p. 3')
  const sentence = 'A laptop is replaced after four years, or when its repair costs more.'
  expect(cited?.quote.slice(cited.sentence?.from, cited.sentence?.to)).toBe(sentence)
  const { searchParams, pathname } = new URL(cited?.uri ?? '', 'http://x')
  expect(searchParams.get('page')).toBe('3')
  const id = Number(pathname.split('/').at(-1))
  const { data } = await talk.anna.client.call(contract.media.text, { params: { id } })
  const [from, to] = (searchParams.get('at') ?? '').split('-').map(Number)
  expect(data.document.text.slice(from, to)).toBe(sentence)

  const search = async (q: string) => {
    const found = await talk.anna.client.call(datasources.search, { params: { id: source.id }, body: { q } })
    const [passage] = found.data.Passages
    return [
      passage?.page,
      passage?.heading,
      passage?.text.slice(passage.sentence?.from, passage.sentence?.to),
    ]
  }
  expect(await search(prompt)).toEqual([3, 'Laptops', sentence])
  expect((await search('What is the allowance abroad?')).slice(0, 2)).toEqual([2, 'Travel'])
})

test('a question gets as many passages as its tab says, and as many as it says itself', async () => {
  const text = Array.from(
    { length: 12 },
    (_, at) =>
      `# Rule ${at}\n\nA laptop of kind ${at} is replaced after ${at} years. ${'It is returned to the store of the house then, together with its bag. '.repeat(3)}`,
  )
  const source = await ready('Twelve', text.join('\n\n'))
  expect(source.chunks).toBeGreaterThanOrEqual(12)
  const projectTabId = await tabWith(source.id)
  const amounts = async (more: Partial<PromptPayload> = {}) => {
    const message = messageOf(
      await askAll(talk, 'echo', {
        projectTabId,
        prompt: 'When is a laptop of which kind replaced?',
        ...more,
      }),
    )
    return [statistic(message, 'datasourceAmount'), message.sources.length]
  }
  const set = (amountOfChunks: number) =>
    talk.anna.client.call(tabs.update, { params: { id: projectTabId }, body: { amountOfChunks } })
  expect(await amounts()).toEqual([5, 5])
  await set(2)
  expect(await amounts()).toEqual([2, 2])
  expect(await amounts({ amountOfChunks: 3 })).toEqual([3, 3])
  await set(10)
  expect((await amounts())[0]).toBe(10)
  for (const wrong of [0, 11]) {
    const body = { modelTagId: 1, prompt: 'Hi', projectTabId, amountOfChunks: wrong }
    await expect(
      talk.anna.client.call(contract.answers.ask, { params: { id: 1 }, body }),
    ).rejects.toMatchObject({ status: 400 })
  }
})

test('the answer stores its search parameters, so that repeating the search explains its sources', async () => {
  const source = await ready()
  const projectTabId = await tabWith(source.id)
  const first = 'When is a laptop replaced?'
  await askAll(talk, 'echo', { projectTabId, prompt: first })
  const message = messageOf(
    await askAll(talk, 'echo', { projectTabId, prompt: 'And why?', amountOfChunks: 1 }),
  )
  expect(['Id', 'Amount', 'Together'].map((name) => statistic(message, `datasource${name}`))).toEqual([
    source.id,
    1,
    1,
  ])
  const budget = Number(statistic(message, 'datasourceRoom'))
  expect(budget).toBeGreaterThan(0)
  const search = (about?: number) =>
    talk.anna.client.call(datasources.search, {
      params: { id: source.id },
      body: { q: 'And why?', before: first, limit: 1, budget, ...(about && { about }) },
    })
  const { data, meta } = await search()
  expect([meta.together, data.Passages[0]?.text.includes(message.sources[0]?.quote ?? '-')]).toEqual([
    true,
    true,
  ])
  expect((await search(data.Passages[0]?.chunkId)).meta.about?.reason).toBe('used')
  const { data: document } = await talk.anna.client.call(contract.media.text, {
    params: { id: source.media[0]?.media_id ?? 0 },
  })
  const other = document.document.chunks.find(({ chunkId }) => chunkId !== data.Passages[0]?.chunkId)
  expect((await search(other?.chunkId)).meta.about?.reason).not.toBe('used')
})

test('Guide quotes from the data source, and reports when nothing is found', async () => {
  const { id: datasourceId } = await ready()
  const projectTabId = await tabWith(datasourceId)
  const ask = (prompt: string) => askAll(talk, 'Guide', { projectTabId, prompt })
  expect(textOf(await ask('What is the allowance for travel?'))).toMatch(
    /^Quoted from the data source[^]*30 euros/,
  )
  const nothing = await ask('Zeppelin')
  expect(textOf(nothing)).toMatch(/^Nothing found in the data source/)
  expect(messageOf(nothing).notices).toEqual([
    { code: 'DATASOURCE_EMPTY', params: { name: 'Rules', datasourceId } },
  ])
})

test('a short question is searched together with the previous one', async () => {
  const projectTabId = await tabWith((await ready()).id)
  await askAll(talk, 'echo', { projectTabId, prompt: 'When is a laptop replaced?' })
  const events = await askAll(talk, 'echo', { projectTabId, prompt: 'And why?' })
  expect(messageOf(events).sources[0]?.quote).toContain('four years')
})

test('a question in another language is translated by its model, or the answer has a notice', async () => {
  const { id: datasourceId } = await ready(
    'Regeln',
    'Ein Rechner wird nach vier Jahren ersetzt, wenn er nicht mehr zu reparieren ist.',
  )
  const projectTabId = await tabWith(datasourceId)
  const prompt = 'When do we get a new computer, and who pays for that?'
  const translated = messageOf(await askAll(talk, german, { projectTabId, prompt }))
  expect(translated.sources[0]?.quote).toContain('nach vier Jahren')
  const translation = statistic(translated, 'datasourceTranslated')
  expect(translation).toContain('Rechner')
  const explain = async (more: object) => {
    const body = { q: prompt, ...more }
    const { data, meta } = await talk.anna.client.call(datasources.search, {
      params: { id: datasourceId },
      body,
    })
    return [data.Passages.filter(({ why }) => !why.weak).length, meta.translated]
  }
  expect(await explain({ translation })).toEqual([1, true])
  expect(await explain({})).toEqual([0, false])
  const quoted = messageOf(await askAll(talk, 'Guide', { projectTabId, prompt }))
  expect(quoted.notices.map(({ code }) => code)).toEqual(['DATASOURCE_EMPTY', 'DATASOURCE_LANGUAGE'])
  const own = messageOf(
    await askAll(talk, german, { projectTabId, prompt: 'Wann wird der Rechner ersetzt?' }),
  )
  expect(statistic(own, 'datasourceTranslated')).toBeUndefined()
})

test('without access, or with a deleted source, the answer has a notice and no passages', async () => {
  const source = await ready('Secret', 'The vault opens at dawn.')
  const ben = await talk.app.deps.user()
  await talk.app.deps.share(source, ben)
  const project = await talk.app.deps.project(ben)
  const tab = await talk.app.deps.tab(ben, project)
  await ben.client.call(tabs.update, { params: { id: tab.id }, body: { defaultDatasourceId: source.id } })
  const ask = () =>
    askAll({ ...talk, anna: ben }, 'echo', { projectTabId: tab.id, prompt: 'When does the vault open?' })
  expect(messageOf(await ask()).sources).toHaveLength(1)
  await talk.anna.client.call(datasources.update, { params: { id: source.id }, body: { assocContexts: [] } })
  const denied = messageOf(await ask())
  expect([denied.sources, denied.notices]).toEqual([[], [{ code: 'DATASOURCE_DENIED', params: {} }]])
  await talk.anna.client.call(datasources.remove, { params: { id: source.id } })
  expect(messageOf(await ask()).notices).toEqual([{ code: 'DATASOURCE_GONE', params: {} }])
  const own = {
    params: { id: 1 },
    body: { modelTagId: 1, prompt: 'Hi', projectTabId: tab.id, datasourceId: source.id },
  }
  await expect(ben.client.call(contract.answers.ask, own)).rejects.toMatchObject({ status: 404 })
})

test('a confidential source is never sent to an external model', async () => {
  const source = await ready('Salaries')
  const params = { id: source.id }
  const { client } = talk.anna
  await expect(
    client.call(datasources.update, { params, body: { label: 'top secret' } }),
  ).rejects.toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
  })
  const { data } = await client.call(datasources.update, { params, body: { label: 'confidential' } })
  expect(data.datasource).toMatchObject({ label: 'confidential', localOnly: true })
  const ben = await talk.app.deps.user()
  await talk.app.deps.share(source, ben, { write: true })
  const relabel = { params, body: { label: '' } }
  await expect(ben.client.call(datasources.update, relabel)).rejects.toMatchObject({ status: 403 })
  const projectTabId = await tabWith(source.id)
  const ask = async () =>
    messageOf(await askAll(talk, 'echo', { projectTabId, prompt: 'When is a laptop replaced?' }))
  expect((await ask()).sources).not.toEqual([])
  const setLocal = (isLocal: boolean) =>
    talk.app.db.pool.query('UPDATE providers SET is_local = $1 WHERE base_url = $2', [
      isLocal,
      talk.server.url,
    ])
  await setLocal(false)
  const external = await ask()
  expect([external.sources, external.notices]).toEqual([
    [],
    [
      { code: 'DATASOURCE_CONFIDENTIAL', params: { name: 'Salaries' } },
      { code: 'HISTORY_CONFIDENTIAL', params: { count: 2, name: 'Model server' } },
    ],
  ])
  await client.call(datasources.update, { params, body: { label: 'internal' } })
  expect((await ask()).sources).not.toEqual([])
  await setLocal(true)
})

test('an answer uses what is indexed while other documents are read, and says how many are', async () => {
  const { pool } = talk.app.db
  const source = await ready('Growing')
  await pool.query(
    `INSERT INTO media (datasource_id, name, mime_type, size, received, status, server_id)
      SELECT $1, 'read ' || number, 'text/plain', 5, 5, 1, (SELECT id FROM servers LIMIT 1)
      FROM generate_series(1, 2) number`,
    [source.id],
  )
  await pool.query('UPDATE datasources SET status = 1 WHERE id = $1', [source.id])
  const projectTabId = await tabWith(source.id)
  const ask = async (prompt: string) =>
    messageOf(await askAll(talk, 'echo', { projectTabId, prompt, amountOfChunks: 1 }))
  const reading = { code: 'DATASOURCE_READING', params: { count: 2, all: 3 } }
  const found = await ask('When is a laptop replaced?')
  expect([found.sources.length, found.notices]).toEqual([1, [reading]])
  const missed = await ask('Who feeds the llamas?')
  expect(missed.notices).toEqual([
    { code: 'DATASOURCE_EMPTY', params: { name: 'Growing', datasourceId: source.id } },
    reading,
  ])
  const { rows } = await pool.query('SELECT FROM datasource_misses WHERE datasource_id = $1', [source.id])
  expect(rows).toEqual([])
})

test('a data source that is not ready cannot be chosen (409)', async () => {
  const { data } = await talk.anna.client.call(datasources.create, { body: { name: 'Empty' } })
  await expect(tabWith(data.datasource.id)).rejects.toMatchObject({
    status: 409,
    code: 'DATASOURCE_NOT_READY',
  })
})
