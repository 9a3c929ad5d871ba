// A long prompt at llama.cpp's server, through HTTP: readers of the answer see the prompt progress.
import { expect, test } from 'vitest'
import { numbers, openStream, openTalk, readStream, scripted, textOf } from '#test/talk.ts'

test('the stream of an answer reports prompt progress in hundredths', async () => {
  const long = scripted({ readPieces: 3, prompt: 1_000, tokens: 3 })
  const openaiModels = [{ id: long, owned_by: 'llamacpp' }]
  await using talk = await openTalk([long], { server: { openaiModels } })
  const payload = { prompt: 'Read this.', projectTabId: talk.tabId }
  const events = await readStream(await openStream(talk, talk.anna, { tagId: talk.tag(long).id, payload }))
  const told = events.flatMap(({ data }) => {
    const { status } = (data.startsWith('{') ? JSON.parse(data) : {}) as { status?: { progress?: number } }
    return status?.progress ?? []
  })
  expect(told).toEqual([0.33, 0.67, 1])
  expect(textOf(events)).toBe(numbers(3))
})
