import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, type PromptProposal } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { draw } from './rules.ts'
import { proposalsService } from './service.ts'

describe('through HTTP', () => {
  let app: TestApp
  let anna: TestUser
  beforeAll(async () => {
    app = await testApp()
    anna = await app.deps.user()
  })
  afterAll(() => app.close())
  const list = async (language?: string) =>
    (await anna.client.call(contract.proposals.list, { query: language ? { language } : {} })).data
      .PromptProposals
  const shuffle = async (count: number) =>
    (await anna.client.call(contract.proposals.shuffle, { params: { count }, query: {} })).data
      .PromptProposals

  test('every language has the same proposals by id, with its own texts', async () => {
    const english = await list()
    expect(english.length).toBeGreaterThanOrEqual(24)
    expect(new Set(english.map(({ uuId }) => uuId)).size).toBe(english.length)
    for (const language of ['de', 'bg']) {
      const own = await list(language)
      expect(own.map(({ uuId }) => uuId)).toEqual(english.map(({ uuId }) => uuId))
      const words = new Set(english.map(({ proposal }) => proposal))
      expect(own.filter(({ proposal }) => words.has(proposal))).toEqual([])
    }
    expect(await list('xx')).toEqual(english)
    expect(await list('../en')).toEqual(english)
  })

  test('shuffle draws four of different categories, at most all, and refuses invalid counts', async () => {
    const four = await shuffle(4)
    expect(new Set(four.map(({ category }) => category)).size).toBe(4)
    expect(await shuffle(50)).toHaveLength((await list()).length)
    for (const count of [0, 51, 1.5]) await expect(shuffle(count)).rejects.toMatchObject({ status: 400 })
  })

  test('the list is refused with 401 without a session', async () => {
    await expect(app.nobody.call(contract.proposals.list, { query: {} })).rejects.toMatchObject({
      status: 401,
    })
  })
})

test('an installation’s file replaces the product’s; an invalid one is read again once fixed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'proposals-'))
  const file = join(folder, 'data', 'prompt-proposals', 'en.json')
  await mkdir(join(file, '..'), { recursive: true })
  const service = proposalsService({ folders: [folder] })
  await writeFile(file, '[{"proposal":1}]')
  await expect(service.all('en')).rejects.toThrow()
  const own = { uuId: '5f2b5d5e-6a3a-4c5e-9d2b-0b1c2d3e4f50', category: 'Works', proposal: 'Read the meter.' }
  await writeFile(file, JSON.stringify([own]))
  expect(await service.all('en')).toEqual([own])
  expect(await service.all('de')).toEqual([own])
  await rm(folder, { recursive: true })
  expect(await proposalsService({ folders: [folder] }).all('en')).toEqual([])
})

test('draws one of each category before a second of the same', () => {
  const of = (category: string, name: string): PromptProposal => ({ uuId: name, category, proposal: name })
  const all = [of('a', '1'), of('a', '2'), of('b', '3'), of('c', '4')]
  const drawn = draw(all, 3, () => 0.5)
  expect(drawn.map(({ category }) => category)).toEqual(['a', 'b', 'c'])
  expect(draw(all, 9, () => 0.5)).toHaveLength(4)
})
